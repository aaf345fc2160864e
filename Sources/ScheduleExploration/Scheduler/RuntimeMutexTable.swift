internal import ConcurrencyPrimitives

/// Which thread holds which mutex inside libraries, where those are known (``RuntimeInterposition``). They may be recursive.
///
/// Not in ``LockTable``, since a change of that one may make the runtime take one of these.
struct RuntimeMutexTable {
    private var owners: [(mutex: ResourceID, thread: LogicalThread, depth: Int)] = []
    var isEmpty: Bool { owners.isEmpty }

    mutating func removeAll() { owners.removeAll(keepingCapacity: true) }

    func owner(of mutex: ResourceID) -> LogicalThread? { owners.first { $0.mutex == mutex }?.thread }

    /// Takes a mutex, once more if the thread holds it. False if another thread holds it.
    mutating func take(_ mutex: ResourceID, _ thread: LogicalThread) -> Bool {
        guard let index = owners.firstIndex(where: { $0.mutex == mutex }) else {
            owners.append((mutex, thread, 1))
            return true
        }
        guard owners[index].thread === thread else { return false }
        owners[index].depth += 1
        return true
    }

    /// Releases a mutex. True if another thread may take it now.
    mutating func giveBack(_ mutex: ResourceID) -> Bool {
        guard let index = owners.firstIndex(where: { $0.mutex == mutex }) else { return false }
        owners[index].depth -= 1
        if owners[index].depth > 0 { return false }
        owners.remove(at: index)
        return true
    }
}
