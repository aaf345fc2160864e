internal import CPlatform
internal import Synchronization

/// Work for threads of one priority, and the thread that lingers for it.
///
/// To start a thread for a piece of work, or to wake one, takes some microseconds of two threads. So a thread that has done its
/// work lingers: it looks for more about as long as waking it would take, as ``ShortWaits`` does, and for longer if the last work
/// came soon after a thread had begun to linger. Work that comes meanwhile takes no wake-up.
///
/// ## Who comes
///
/// Each piece of work that is listed has a thread of its own that comes: the one that lingers; one that ``add(_:)`` has asked
/// its caller to start; or one that looks whether more of what it did comes, and then returns here or has another started
/// (``beginLook()``). Any of them takes the first piece. So none waits for a thread that is busy; and one that finds nothing has
/// been started in vain, since another was faster.
///
/// `state` is changed under its lock alone. `count` follows it there; a thread that lingers reads it without, and looks under the lock
/// before it goes. The other words are hints.
final class WorkList: Sendable {
    private struct State {
        var works: [ThreadWork] = []
        var lingers = false
        /// How many threads look elsewhere.
        var looking = 0
        /// How many threads were started and haven't come.
        var coming = 0

        /// Whether some work has no thread that comes.
        var needsThread: Bool { works.count > coming + looking + (lingers ? 1 : 0) }

        /// One will come.
        mutating func startsThread() -> Bool {
            coming += 1
            return true
        }
    }

    /// How often a thread looks at first. Where there is one processor, nobody could bring work meanwhile.
    private static let pauses = ProcessorCount.available > 1 ? 100 : 0
    /// The longest time to linger, in nanoseconds: two wake-ups.
    private static let most: UInt64 = 30_000

    private let state = Synchronization.Mutex(State())
    /// How much work is listed.
    private let count = Synchronization.Atomic<Int>(0)
    /// When the last thread began to linger, and whether the last work came within ``most`` from then.
    private let lastBegin = Synchronization.Atomic<UInt64>(0)
    private let wasSoon = Synchronization.Atomic<Bool>(false)

    /// Whether work is listed, at this moment.
    var isWanted: Bool { count.load(ordering: .relaxed) > 0 }

    /// Lists work. True if the caller must start a thread that calls ``serve()``; otherwise one comes.
    func add(_ work: ThreadWork) -> Bool {
        let needsThread = state.withLock { state in
            state.works.append(work)
            count.store(state.works.count, ordering: .relaxed)
            if state.needsThread { return state.startsThread() }
            return false
        }
        note(soon: !needsThread || MonotonicClock.now &- lastBegin.load(ordering: .relaxed) < Self.most)
        return needsThread
    }

    /// Runs what is listed, on a thread that was started for it, and lingers for more. Returns when there is nothing.
    func serve() {
        state.withLock { $0.coming -= 1 }
        repeat { while let work = take() { work.run() } } while linger()
    }

    /// A thread that runs work of this list is going to look elsewhere, and returns when it ``isWanted``.
    func beginLook() { state.withLock { $0.looking += 1 } }

    /// It has looked. True if work counts on it: then it calls ``returnFromLook()`` and lets its own work return; or has a thread
    /// started that calls ``serve()``.
    func endLook() -> Bool {
        state.withLock { state in
            state.looking -= 1
            return state.needsThread ? state.startsThread() : false
        }
    }

    /// The thread on which work counts is about to return from its own work, and takes what is listed.
    func returnFromLook() { state.withLock { $0.coming -= 1 } }

    private func take() -> ThreadWork? {
        state.withLock { state in
            if state.works.isEmpty { return nil }
            count.store(state.works.count - 1, ordering: .relaxed)
            return state.works.removeFirst()
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
        lastBegin.store(begin, ordering: .relaxed)
        pause()
        while !isWanted, wasSoon.load(ordering: .relaxed), MonotonicClock.now &- begin < Self.most { pause() }
        if !isWanted, MonotonicClock.now &- begin >= Self.most { note(soon: false) }
        return state.withLock { state in
            state.lingers = false
            return !state.works.isEmpty
        }
    }

    private func pause() {
        for _ in 0..<Self.pauses where !isWanted { oplab_pause_processor() }
    }

    private func note(soon: Bool) {
        if wasSoon.load(ordering: .relaxed) != soon { wasSoon.store(soon, ordering: .relaxed) }
    }
}
