internal import CPlatform
private import ConcurrencyPrimitives

/// Tells when nothing in this process can go on by itself.
///
/// A process is at rest when every thread but the observer's is asleep, and neither its processor time nor
/// its context switches have changed over three reads of `/proc/self/task`. A thread that a busy machine
/// holds back reads as runnable, so load can't raise a false alarm. Only time can still wake something in
/// such a process: the checks here set no timers, and ``hangs(after:)`` waits out those of Dispatch.
///
/// The observer is one thread. It and that of ``HangDetector`` are the only places in the suite that let time
/// pass: between two reads.
public final class ProcessQuiescence: Sendable {
    public static let shared = ProcessQuiescence()

    private final class Outcome: Sendable {
        let isAtRest = Mutex(true)
    }

    private struct Wait {
        /// The reads that were equal and at rest since this wait began.
        var reads = 0
        let needed: Int
        /// The wait ends when the other threads' processor time has come to this, at rest or not.
        let deadline: (processorTime: UInt64, outcome: Outcome)?
        let resumption: Resumption
    }

    private struct State {
        var isObserving = false
        var waits: [Wait] = []
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
        let deadline = try ThreadSnapshot().processorTime + nanoseconds
        try await reads(Self.reads, deadline: (deadline, outcome))
        return outcome.isAtRest.withLock { $0 }
    }

    /// Whether somebody waits for rest, and so is going to go on when it comes.
    var isAwaited: Bool { state.withLock { !$0.waits.isEmpty } }

    /// How long a process has to be at rest before a check may take it that nothing will wake it.
    static let hangTime: UInt64 = 1_600_000_000

    /// Returns when the process has been at rest for `nanoseconds`: nothing will wake it.
    func hangs(after nanoseconds: UInt64 = hangTime) async throws {
        try await HangDetector.shared.hangs(for: nanoseconds)
    }

    private func reads(_ needed: Int, deadline: (UInt64, Outcome)? = nil) async throws {
        await suspend { resumption in
            let start = state.withLock { state in
                state.waits.append(Wait(needed: needed, deadline: deadline, resumption: resumption))
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
            let (ended, isDone) = state.withLock { state in
                for index in state.waits.indices {
                    // The first read at rest has nothing to be compared with.
                    state.waits[index].reads = unchanged ? max(state.waits[index].reads, 1) + 1 : 0
                }
                func isOver(_ wait: Wait) -> Bool {
                    if wait.reads >= wait.needed { return true }
                    guard let deadline = wait.deadline, now.processorTime >= deadline.processorTime else {
                        return false
                    }
                    deadline.outcome.isAtRest.withLock { $0 = false }
                    return true
                }
                let ended = state.waits.filter(isOver)
                state.waits.removeAll(where: isOver)
                if state.waits.isEmpty { state.isObserving = false }
                return (ended, state.waits.isEmpty)
            }
            for wait in ended { wait.resumption.resume() }
            if isDone { return }
            oplab_pause(Self.pause)
        }
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
