/// Work for threads of one priority, and the thread that lingers for it.
///
/// To start a thread for a piece of work, or to wake one, takes some microseconds of two threads. So a thread that has done its
/// work lingers: it polls for more about as long as waking it would take, as ``ShortWaits`` does, and for longer if the last work
/// came soon after a thread had begun to linger. Work that comes meanwhile takes no wake-up.
///
/// ## Who comes
///
/// Each piece of work that is listed has a thread of its own that comes: the one that lingers; one that ``add(_:)`` has asked
/// its caller to start; or one that polls elsewhere, and then returns here or has another started (``beginPolling()``). Any of
/// them takes the first piece. So none waits for a thread that is busy; and a thread that finds nothing has been started in vain,
/// since another was faster.
///
/// `state` is changed under its lock alone. `count` follows it there; a thread that lingers reads it without, and looks under the
/// lock before it goes. The other words are hints, for which any order will do.
final class WorkList: Sendable {
    private struct State {
        /// From `first` on; before it are places of work that was taken.
        var works: [ThreadWork?] = []
        var first = 0
        var lingers = false
        /// How many threads poll elsewhere.
        var polling = 0
        /// How many threads were started and haven't come.
        var coming = 0

        var count: Int { works.count - first }

        /// Whether some work has no thread that comes. If so, the caller sees to it that one does.
        mutating func takesThread() -> Bool {
            if count <= coming + polling + (lingers ? 1 : 0) { return false }
            coming += 1
            return true
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

    /// How often a thread polls at first. Where there is one processor, nobody could bring work meanwhile.
    private static let pauses = ProcessorCount.available > 1 ? 100 : 0
    /// The longest time to linger, in nanoseconds: two wake-ups.
    private static let most: UInt64 = 30_000

    private let state = Mutex(State())
    /// How much work is listed.
    private let count = Atomic<UInt64>(0)
    /// When the last thread began to linger, and whether the last work came within ``most`` from then: 1 if so.
    private let lastBegin = Atomic<UInt64>(0)
    private let wasSoon = Atomic<UInt64>(0)

    /// Whether work is listed, at this moment.
    var isWanted: Bool { count.load() > 0 }

    /// Lists work. True if the caller must start a thread that calls ``serve()``; otherwise one comes.
    func add(_ work: ThreadWork) -> Bool {
        let takesThread = state.withLock { state in
            state.works.append(work)
            count.store(UInt64(state.count))
            return state.takesThread()
        }
        note(soon: !takesThread || MonotonicClock.now &- lastBegin.load() < Self.most)
        return takesThread
    }

    /// Runs what is listed, on a thread that was started for it, and lingers for more. Returns when there is nothing.
    ///
    /// - Parameter isCounted: False after ``expectNone()``.
    func serve(isCounted: Bool = true) {
        if isCounted { stopExpecting() }
        repeat { while let work = take() { work.run() } } while linger()
    }

    /// The thread that was to be started may come late, or never: nothing counts on it.
    func expectNone() { stopExpecting() }

    private func stopExpecting() { state.withLock { $0.coming -= 1 } }

    /// A thread that runs work of this list is going to poll elsewhere, until something comes there or it ``isWanted`` here.
    func beginPolling() { state.withLock { $0.polling += 1 } }

    /// It has polled. True if work counts on it: then it calls ``returnFromPolling()`` and lets its own work return; or it has a
    /// thread started that calls ``serve()``.
    func endPolling() -> Bool {
        state.withLock { state in
            state.polling -= 1
            return state.takesThread()
        }
    }

    /// The thread on which work counts is about to return from its own work, and takes what is listed.
    func returnFromPolling() { stopExpecting() }

    private func take() -> ThreadWork? {
        state.withLock { state in
            defer { count.store(UInt64(state.count)) }
            return state.takeFirst()
        }
    }

    /// Whether work has come. False also if another thread lingers.
    private func linger() -> Bool {
        let mayLinger = state.withLock { state in
            if state.lingers || Self.pauses == 0 { return false }
            state.lingers = true
            return true
        }
        if !mayLinger { return false }
        let begin = MonotonicClock.now
        lastBegin.store(begin)
        pause()
        // In an exploration no time passes while a thread polls.
        while !isExploring(), !isWanted, wasSoon.load() == 1, MonotonicClock.now &- begin < Self.most {
            pause()
        }
        if !isWanted, MonotonicClock.now &- begin >= Self.most { note(soon: false) }
        return state.withLock { state in
            state.lingers = false
            return state.count > 0
        }
    }

    private func pause() { count.pauseWhile(Self.pauses) { $0 == 0 } }

    private func note(soon: Bool) {
        let value: UInt64 = soon ? 1 : 0
        if wasSoon.load() != value { wasSoon.store(value) }
    }
}
