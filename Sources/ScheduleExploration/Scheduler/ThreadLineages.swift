private import RandomNumbers

/// Names for the threads of a schedule that are the same in other schedules, as their numbers aren't: the k-th that the first thread
/// has started, and so on. The jobs of a task have one name.
struct ThreadLineages {
    private var started: [UInt64: UInt64] = [:]
    /// The thread that started each; 0 if none did.
    private(set) var parents: [UInt64: UInt64] = [:]
    private var ofTasks: [UInt64: UInt64] = [:]

    mutating func removeAll() {
        started.removeAll(keepingCapacity: true)
        parents.removeAll(keepingCapacity: true)
        ofTasks.removeAll(keepingCapacity: true)
    }

    /// The name of a new thread.
    ///
    /// - Parameters:
    ///   - task: The task that it is a job of; 0 if it is none.
    ///   - parent: The name of the thread that started it, or that resumed its task; 0 if no thread did.
    mutating func name(task: UInt64, startedBy parent: UInt64) -> UInt64 {
        if task != 0, let name = ofTasks[task] { return name }
        let number = started[parent, default: 0]
        started[parent] = number + 1
        var mixed = SplitMix64(seed: parent &+ number &* 0x9E37_79B9_7F4A_7C15)
        let name = mixed.next() | 1
        if task != 0 { ofTasks[task] = name }
        parents[name] = parent
        return name
    }
}
