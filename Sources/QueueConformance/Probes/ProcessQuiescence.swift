internal import CPlatform
private import ConcurrencyPrimitives

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// Tells when nothing in this process can go on by itself.
///
/// A process is at rest when every thread but the observer's is asleep, and neither its processor time nor
/// its context switches have changed over three reads of `/proc/self/task`. A thread that a busy machine
/// holds back reads as runnable, so load can't raise a false alarm. Only time can still wake something in
/// such a process: the checks here set no timers, and `hangs(after:)` waits out those of Dispatch.
///
/// The observer is one thread. It and that of `HangDetector` are the only places in a check that let time
/// pass: between two reads. Outside of checks, the watchdogs of the runner do, which end what is overdue.
public final class ProcessQuiescence: Sendable {
    /// The one of this process.
    public static let shared = ProcessQuiescence()

    private final class Outcome: Sendable {
        let isAtRest = Mutex(true)
    }

    private struct Wait {
        /// The reads that were equal and at rest since this wait began.
        var reads = 0
        let needed: Int
        /// The wait ends when the other threads have used this much processor time, at rest or not.
        let budget: (nanoseconds: UInt64, outcome: Outcome)?
        /// The other threads' processor time when the observer first looked on behalf of this wait.
        var begin: UInt64?
        let resumption: Resumption
    }

    private struct State {
        var isObserving = false
        var waits: [Wait] = []
        /// Whose wait is over, and who aren't let go yet.
        var released = 0
        var failure: String?
    }

    /// Reads that have to agree.
    static let reads = 3
    /// The pause between two reads.
    static let pause: UInt64 = 1_000_000

    private let state = Mutex(State())

    /// Returns when the process is at rest.
    public func reached() async throws {
        try await reads(Self.reads)
    }

    /// Returns when the process is at rest, or has used `nanoseconds` of processor time without coming there.
    ///
    /// Processor time, since it doesn't pass while a busy machine holds the process back.
    ///
    /// - Returns: Whether the process is at rest.
    public func reached(within nanoseconds: UInt64) async throws -> Bool {
        let outcome = Outcome()
        try await reads(Self.reads, budget: (nanoseconds, outcome))
        return outcome.isAtRest.withLock { $0 }
    }

    /// Whether somebody waits for rest, and so is going to go on when it comes.
    var isAwaited: Bool { state.withLock { !$0.waits.isEmpty || $0.released > 0 } }

    /// How long a process has to be at rest before a check may take it that nothing will wake it.
    static let hangTime: UInt64 = 1_600_000_000

    /// Returns when the process has been at rest for `nanoseconds`: nothing will wake it.
    func hangs(after nanoseconds: UInt64 = hangTime) async throws {
        try await HangDetector.shared.hangs(for: nanoseconds)
    }

    private func reads(_ needed: Int, budget: (UInt64, Outcome)? = nil) async throws {
        await suspend { resumption in
            let start = state.withLock { state in
                state.waits.append(Wait(needed: needed, budget: budget, resumption: resumption))
                defer { state.isObserving = true }
                return !state.isObserving
            }
            if start { ObserverThread.start { self.observe() } }
        }
        if let failure = state.withLock({ $0.failure }) { throw QuiescenceError(message: failure) }
    }

    /// The observer's loop, on a thread of its own, while somebody waits.
    private func observe() {
        var last: ThreadSnapshot?
        while true {
            let now: ThreadSnapshot
            do {
                now = try ThreadSnapshot()
            } catch {
                state.withLock { $0.failure = "\(error)" }
                return releaseAll()
            }
            let unchanged = now.isAsleep && now == last
            last = now
            let processorTime = Self.processorTimeOfOthers()
            let (ended, isDone) = state.withLock { state in
                for index in state.waits.indices {
                    // The first read at rest has nothing to be compared with.
                    state.waits[index].reads = unchanged ? max(state.waits[index].reads, 1) + 1 : 0
                    if state.waits[index].begin == nil { state.waits[index].begin = processorTime }
                }
                func isOver(_ wait: Wait) -> Bool {
                    if wait.reads >= wait.needed { return true }
                    guard let budget = wait.budget, let begin = wait.begin,
                        processorTime >= begin + budget.nanoseconds
                    else { return false }
                    budget.outcome.isAtRest.withLock { $0 = false }
                    return true
                }
                let ended = state.waits.filter(isOver)
                state.waits.removeAll(where: isOver)
                state.released += ended.count
                if state.waits.isEmpty { state.isObserving = false }
                return (ended, state.waits.isEmpty)
            }
            for wait in ended { wait.resumption.resume() }
            state.withLock { $0.released -= ended.count }
            if isDone { return }
            oplab_pause(Self.pause)
        }
    }

    /// Nanoseconds of processor time that this process has used, threads included that have ended, but for the
    /// calling thread: on a busy machine the observer looks long, and its looks are nobody's work.
    private static func processorTimeOfOthers() -> UInt64 {
        var own = timespec()
        guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &own) == 0 else {
            fatalError("The processor time of a thread can't be read.")
        }
        return oplab_process_cpu_nanoseconds() - UInt64(own.tv_sec) * 1_000_000_000 - UInt64(own.tv_nsec)
    }

    private func releaseAll() {
        let waits = state.withLock { state in
            defer {
                state.waits = []
                state.isObserving = false
            }
            return state.waits
        }
        for wait in waits { wait.resumption.resume() }
    }
}

/// Why this machine can't tell whether the process is at rest.
public struct QuiescenceError: Error, CustomStringConvertible {
    let message: String
    public var description: String { message }
}
