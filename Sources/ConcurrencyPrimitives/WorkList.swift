/// Work for threads of one priority, and the thread that lingers for it.
///
/// To start a thread for a piece of work, or to wake one, takes some microseconds of two threads. So a thread that has done its
/// work lingers: it polls for more about as long as waking it would take, as ``ShortWaits`` does, and for longer if the last work
/// came soon after a thread had begun to linger (``RecentWaits``). Work that comes meanwhile takes no wake-up.
///
/// ## Who comes
///
/// Each piece of work that is listed has a thread of its own that comes (`PendingWork`): the one that lingers; one that
/// ``add(_:)`` has asked its caller to start; or one that polls elsewhere, and then returns here or has another started
/// (``beginPolling()``). Any of them takes the first piece. So none waits for a thread that is busy; and a thread that finds
/// nothing has been started in vain, since another was faster.
///
/// `state` is changed under its lock alone. `count` follows it there; a thread that lingers reads it without, and looks under the
/// lock before it goes. The other words are hints, for which any order will do.
final class WorkList: Sendable {
    /// Where there is one processor, nobody could bring work while a thread lingers.
    private static let mayLinger = ProcessorCount.available > 1

    private let state = Mutex(PendingWork())
    /// How much work is listed.
    private let count = Atomic<UInt64>(0)
    /// When the last thread began to linger.
    private let lastBegin = Atomic<UInt64>(0)
    /// How soon work came after that.
    private let recent = RecentWaits()

    /// Whether work is listed, at this moment.
    var isWanted: Bool { count.load() > 0 }

    /// Lists work. True if the caller must start a thread that calls ``serve()``; otherwise one comes.
    func add(_ work: ThreadWork) -> Bool {
        let takesThread = state.withLock { state in
            let takesThread = state.add(work)
            count.store(UInt64(state.count))
            return takesThread
        }
        recent.note(short: !takesThread || RecentWaits.isShort(since: lastBegin.load()))
        return takesThread
    }

    /// Runs what is listed, on a thread on which work counts and which was started for it, and lingers for more. Returns when
    /// there is nothing.
    func serve() {
        stopExpecting()
        run()
    }

    /// The same, on a thread on which no work counts any longer.
    func run() { repeat { while let work = take() { work.run() } } while linger() }

    /// No work counts any longer on a thread that was to come: it is there, and about to take what is listed; or it may never
    /// come.
    func stopExpecting() { state.withLock { $0.coming -= 1 } }

    /// A thread that runs work of this list is going to poll elsewhere, until something comes there or it ``isWanted`` here.
    func beginPolling() { state.withLock { $0.polling += 1 } }

    /// It has polled. True if work counts on it: then it calls ``stopExpecting()`` and lets its own work return; or it has a
    /// thread started that calls ``serve()``.
    func endPolling() -> Bool { state.withLock { $0.endPolling() } }

    private func take() -> ThreadWork? {
        state.withLock { state in
            defer { count.store(UInt64(state.count)) }
            return state.takeFirst()
        }
    }

    /// Whether work has come. False also if another thread lingers.
    private func linger() -> Bool {
        let mayLinger = state.withLock { state in
            if state.lingers || !Self.mayLinger { return false }
            state.lingers = true
            return true
        }
        if !mayLinger { return false }
        let begin = MonotonicClock.now
        lastBegin.store(begin)
        let start = Trace.start
        defer { Trace.end(.lingered, since: start, 0) }
        pause()
        // In an exploration no time passes while a thread polls.
        while !isExploring(), !isWanted, recent.suggestsPolling(since: begin) { pause() }
        if !isWanted, !RecentWaits.isShort(since: begin) { recent.note(short: false) }
        return state.withLock { state in
            state.lingers = false
            return state.count > 0
        }
    }

    private func pause() { count.pauseWhile(RecentWaits.pauses) { $0 == 0 } }
}
