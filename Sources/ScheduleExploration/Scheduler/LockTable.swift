internal import ConcurrencyPrimitives

/// Which thread holds which lock: few at any time.
struct LockTable {
    private var owners: [(resource: ResourceID, thread: LogicalThread)] = []

    mutating func removeAll() { owners.removeAll(keepingCapacity: true) }

    func owner(of resource: ResourceID) -> LogicalThread? {
        owners.first { $0.resource == resource }?.thread
    }

    /// More than one of those that share it.
    func owners(of resource: ResourceID) -> [LogicalThread] {
        owners.filter { $0.resource == resource }.map(\.thread)
    }

    func isTaken(_ resource: ResourceID) -> Bool { owners.contains { $0.resource == resource } }

    mutating func take(_ resource: ResourceID, _ thread: LogicalThread) { owners.append((resource, thread)) }

    mutating func giveBack(_ resource: ResourceID) {
        if let index = owners.firstIndex(where: { $0.resource == resource }) { owners.remove(at: index) }
    }

    /// Of several that share it, the thread gives it back, if it is one of them.
    mutating func giveBack(_ resource: ResourceID, by thread: LogicalThread) {
        let index = owners.firstIndex { $0.resource == resource && $0.thread === thread }
        if let index { owners.remove(at: index) } else { giveBack(resource) }
    }

    /// Nobody knows who has it.
    mutating func forget(_ resource: ResourceID) { owners.removeAll { $0.resource == resource } }
}
