internal import ConcurrencyPrimitives

/// Which thread holds which lock: few at any time.
struct LockTable {
    private var owners: [(resource: ResourceID, thread: LogicalThread)] = []

    mutating func removeAll() { owners.removeAll(keepingCapacity: true) }

    func owner(of resource: ResourceID) -> LogicalThread? {
        owners.first { $0.resource == resource }?.thread
    }

    func isTaken(_ resource: ResourceID) -> Bool { owners.contains { $0.resource == resource } }

    mutating func take(_ resource: ResourceID, _ thread: LogicalThread) { owners.append((resource, thread)) }

    mutating func giveBack(_ resource: ResourceID) {
        if let index = owners.firstIndex(where: { $0.resource == resource }) { owners.remove(at: index) }
    }
}
