private import CPlatform
private import ConcurrencyPrimitives
private import Dispatch
private import LinuxPlatform

/// Finds out when all threads of this process are asleep, so that only a timer or an event from outside can wake one.
///
/// A sample reads what the threads but the observer's have done so far: their context switches, and in a long wait the processor
/// time of each. The process is *quiescent* while all threads are asleep and samples are equal. A thread that a busy machine holds
/// back reads as runnable, so load can't raise a false alarm.
///
/// There are two waits for it:
/// - ``reached()`` needs three equal samples, 1 ms apart. An effect that is missing then needs a further event.
/// - ``lasts(for:)`` needs the process to have been quiescent for some time, by default 1.6 s, sampled every 50 ms: longer
///   than Dispatch takes to look for blocked threads that it should replace, which it does once a second. Threads that
///   wake only to poll for events, and find none, don't count. Where that period is longer than any timer and any I/O of
///   the code, the process will never go on.
///
/// ## When it is exact
///
/// Only a timer, or an event from outside, can wake a thread of a quiescent process, and no sample can foresee them. So the
/// answer is exact only for code that uses no timers, waits for no I/O for longer than the wait lasts, and starts its work
/// within three samples. A check that waits for ``lasts(for:)`` is called hung after half as long again, 2.4 s. For code that
/// uses timers or I/O, wait with ``lasts(for:)`` for as long as those may take, and never with ``reached()``. Code that a timer
/// wakes again and again is never quiescent.
///
/// The observer is one thread. It is the only part of a check that lets time pass: between two samples.
public final class ProcessQuiescence: Sendable {
    /// The one of this process.
    public static let shared = ProcessQuiescence()

    /// For how long a process has to be quiescent before a check concludes that nothing will wake it.
    public static let standardPeriod: UInt64 = 1_600_000_000
    /// How many samples have to be equal, and the pause between them, in nanoseconds.
    static let samples = 3
    static let samplePause: UInt64 = 1_000_000
    /// The pause between the samples of a long wait.
    private static let longPause: UInt64 = 50_000_000

    private struct ShortWait {
        /// How many samples were equal since this wait began.
        var samples = 0
        /// The wait ends when the other threads have used this much processor time, quiescent or not.
        let budget: UInt64?
        /// The other threads' processor time at the first sample.
        var begin: UInt64?
        let end: @Sendable (_ isQuiescent: Bool) -> Void
    }

    private struct State {
        var isObserving = false
        var short: [ShortWait] = []
        var long = QuiescenceWaits<Resumption>()
        var failure: QuiescenceError?
    }

    /// Changed by waiting threads and tasks, and by the observer.
    private let state = Mutex(State())
    /// Ends the pause of the observer early, for a wait that is short.
    private let isWanted = DispatchSemaphore(value: 0)

    // MARK: Waiting

    /// Returns when the process is quiescent.
    ///
    /// - Throws: ``QuiescenceError`` if the kernel doesn't report the state of threads.
    public func reached() async throws { _ = try await shortWait(nil) }

    /// Returns when the process is quiescent, or has used `nanoseconds` of processor time before that.
    ///
    /// Processor time doesn't pass while a busy machine holds the process back.
    ///
    /// - Returns: Whether the process is quiescent.
    /// - Throws: ``QuiescenceError``.
    public func reached(within nanoseconds: UInt64) async throws -> Bool { try await shortWait(nanoseconds) }

    /// Returns when the process has been quiescent for `nanoseconds`, beginning now or later. Nothing will wake it then, if
    /// the code has no timer and no I/O that takes longer.
    ///
    /// - Throws: ``QuiescenceError``.
    public func lasts(for nanoseconds: UInt64 = standardPeriod) async throws {
        await suspend { resumption in
            observe { state in
                state.long.add(resumption, needs: nanoseconds, from: MonotonicClock.now)
            }
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// Blocks the calling thread, which doesn't count meanwhile, until the process has been quiescent for `nanoseconds`;
    /// or until `isOver`, asked between samples, returns true. It may block for some milliseconds, and should.
    ///
    /// - Returns: Whether the process was quiescent.
    /// - Throws: ``QuiescenceError``.
    public func block(
        untilQuiescentFor nanoseconds: UInt64 = standardPeriod, unless isOver: () -> Bool
    ) throws -> Bool {
        return try ObserverThread.observing {
            var period = QuiescentPeriod()
            while !isOver() {
                if let (begin, end) = try period.sample(), end >= begin, end - begin >= nanoseconds {
                    return true
                }
            }
            return false
        }
    }

    private func shortWait(_ budget: UInt64?) async throws -> Bool {
        let isQuiescent = Mutex(true)
        await suspend { resumption in
            observe { state in
                state.short.append(
                    ShortWait(budget: budget) { answer in
                        isQuiescent.withLock { $0 = answer }
                        resumption.resume()
                    })
            }
            isWanted.signal()
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return isQuiescent.withLock { $0 }
    }

    /// Adds a wait, and starts the observer if none runs.
    private func observe(_ add: (inout State) -> Void) {
        let start = state.withLock { state in
            add(&state)
            defer { state.isObserving = true }
            return !state.isObserving
        }
        if start { ObserverThread.start { self.observe() } }
    }

    // MARK: Observing

    /// The observer's loop, which ends when no wait is left.
    private func observe() {
        var last: ProcessActivity?
        var period = QuiescentPeriod()
        var longSample: UInt64 = 0
        while true {
            var hasEnded = false
            let hasShort = state.withLock { !$0.short.isEmpty }
            do {
                if hasShort {
                    let now = try ProcessActivity()
                    // Whether all are asleep costs more to find out.
                    let isUnchanged = try now == last && ThreadSnapshot.allSleep() && ProcessActivity() == now
                    hasEnded = endShortWaits(isUnchanged: isUnchanged)
                    last = now
                    // A thread whose wait has ended is about to continue.
                    period.reset()
                } else {
                    last = nil
                    if MonotonicClock.now - longSample >= Self.longPause {
                        longSample = MonotonicClock.now
                        if let (begin, end) = try period.sample() {
                            let over = state.withLock { $0.long.takeOver(quiescentFrom: begin, to: end) }
                            for resumption in over { resumption.resume() }
                            hasEnded = !over.isEmpty
                        }
                    }
                }
            } catch {
                return giveUp(error)
            }
            // A thread whose wait has ended ends the quiescence for the others.
            if hasEnded { (last, _) = (nil, period.reset()) }
            let (isDone, isShort) = state.withLock { state in
                let isDone = state.short.isEmpty && state.long.isEmpty
                if isDone { state.isObserving = false }
                return (isDone, !state.short.isEmpty)
            }
            if isDone { return }
            if isShort {
                oplab_pause(Self.samplePause)
            } else {
                _ = isWanted.wait(timeout: .now() + .nanoseconds(Int(Self.longPause)))
            }
        }
    }

    /// Counts a sample for all short waits; returns whether one has ended.
    private func endShortWaits(isUnchanged: Bool) -> Bool {
        let processorTime = Self.processorTimeOfOthers()
        let ended = state.withLock { state in
            var ended: [(wait: ShortWait, isQuiescent: Bool)] = []
            var left: [ShortWait] = []
            for var wait in state.short {
                // The first sample has nothing to be compared with.
                wait.samples = isUnchanged ? max(wait.samples, 1) + 1 : 0
                let begin = wait.begin ?? processorTime
                wait.begin = begin
                if wait.samples >= Self.samples {
                    ended.append((wait, true))
                } else if let budget = wait.budget, processorTime >= begin + budget {
                    ended.append((wait, false))
                } else {
                    left.append(wait)
                }
            }
            state.short = left
            return ended
        }
        for (wait, isQuiescent) in ended { wait.end(isQuiescent) }
        return !ended.isEmpty
    }

    /// Nanoseconds of processor time that this process has used, with threads that have ended, and without the calling thread:
    /// a sample is no work of the program.
    private static func processorTimeOfOthers() -> UInt64 {
        oplab_process_cpu_nanoseconds() - oplab_thread_cpu_nanoseconds()
    }

    private func giveUp(_ error: any Error) {
        let (short, long) = state.withLock { state in
            state.failure = QuiescenceError(message: "\(error), so quiescence can't be told from work")
            state.isObserving = false
            defer { state.short = [] }
            return (state.short, state.long.takeAll())
        }
        for wait in short { wait.end(false) }
        for resumption in long { resumption.resume() }
    }
}

/// Why quiescence can't be determined on this machine.
public struct QuiescenceError: Error, CustomStringConvertible {
    let message: String
    public var description: String { message }
}
