/// Work for threads, and the threads that come for it.
///
/// Each piece of work has a thread of its own that comes: one that lingers for work, one that was started and isn't there yet,
/// or one that polls elsewhere. Any of them takes the first piece.
struct PendingWork: Sendable {
    /// From `first` on; before it are places of work that was taken.
    private var works: [ThreadWork?] = []
    private var first = 0
    var lingers = false
    /// How many threads poll elsewhere.
    var polling = 0
    /// How many threads were started and haven't come.
    var coming = 0

    var count: Int { works.count - first }

    /// Adds a piece of work. Whether the caller must start a thread for it.
    mutating func add(_ work: ThreadWork) -> Bool {
        works.append(work)
        return takesThread()
    }

    /// Adds a piece of work if a thread comes for it that need not be started.
    mutating func addIfAwaited(_ work: ThreadWork) -> Bool {
        if count >= comers { return false }
        works.append(work)
        return true
    }

    /// The threads that come.
    private var comers: Int { coming + polling + (lingers ? 1 : 0) }

    /// Whether some work has no thread that comes. If so, the caller sees to it that one does.
    private mutating func takesThread() -> Bool {
        if count <= comers { return false }
        coming += 1
        return true
    }

    /// A thread has polled elsewhere. Whether work counts on it.
    mutating func endPolling() -> Bool {
        polling -= 1
        return takesThread()
    }

    /// O(1), amortised.
    mutating func takeFirst() -> ThreadWork? {
        if count == 0 { return nil }
        let work = works[first].take()
        first += 1
        if first > 32, first * 2 > works.count {
            works.removeFirst(first)
            first = 0
        }
        return work
    }
}
