internal import ConcurrencyPrimitives

/// Who holds which mutex inside libraries, where those are known (``RuntimeInterposition``): they may be recursive.
///
/// A table of its own: a change of the other may make the runtime take one of these.
struct RuntimeMutexTable {
    private var owners: [(mutex: ResourceID, thread: LogicalThread, depth: Int)] = []

    mutating func removeAll() { owners.removeAll(keepingCapacity: true) }

    /// Takes a mutex, once more if the thread has it. False if another has it.
    mutating func take(_ mutex: ResourceID, _ thread: LogicalThread) -> Bool {
        guard let index = owners.firstIndex(where: { $0.mutex == mutex }) else {
            owners.append((mutex, thread, 1))
            return true
        }
        guard owners[index].thread === thread else { return false }
        owners[index].depth += 1
        return true
    }

    /// Gives a mutex back. True if others may have it now.
    mutating func giveBack(_ mutex: ResourceID) -> Bool {
        guard let index = owners.firstIndex(where: { $0.mutex == mutex }) else { return false }
        owners[index].depth -= 1
        if owners[index].depth > 0 { return false }
        owners.remove(at: index)
        return true
    }
}
