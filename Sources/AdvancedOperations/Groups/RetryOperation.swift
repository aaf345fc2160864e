internal import ConcurrencyPrimitives
public import Operations
internal import RandomNumbers

/// An operation that tries until an attempt succeeds, or its policy says that it is enough.
///
/// Each attempt is an operation of its own, made by a closure, and the next begins after a pause when it has finished with
/// errors. What attempts produce is waited for. The errors of the last attempt are those of this operation. While it pauses
/// it blocks no thread, but keeps its slot. Verified by rule 12.23.
///
/// ```swift
/// let retry = RetryOperation(RetryPolicy(maximumAttempts: 5)) { _ in Download(url) }
/// ```
///
/// - Note: `@unchecked` because its superclass is; its own fields are constants, and a mutex.
public final class RetryOperation: GroupOperation, @unchecked Sendable {
    private struct State: Sendable {
        var attempt: Operation?
        var count = 0
        var errors: [any Error] = []
        var random: Xoshiro256
        var pause: ScheduledCall?
    }

    private let policy: RetryPolicy
    private let clock: any OperationClock
    private let makeAttempt: @Sendable (Int) -> Operation
    private let state: Mutex<State>

    /// - Parameters:
    ///   - policy: How often and when it tries again.
    ///   - kind: The kind of queue that the attempts run in.
    ///   - clock: What measures the pauses.
    ///   - seed: What the random part of the pauses depends on; nil for another each time.
    ///   - makeAttempt: Makes an attempt; it gets the attempt's number, from 1, and returns a new operation.
    public init(
        _ policy: RetryPolicy = RetryPolicy(), on kind: QueueKind = .locked,
        clock: any OperationClock = MonotonicOperationClock(), seed: UInt64? = nil,
        makeAttempt: @escaping @Sendable (Int) -> Operation
    ) {
        self.policy = policy
        self.clock = clock
        self.makeAttempt = makeAttempt
        state = Mutex(State(random: Xoshiro256(seed: seed ?? .random(in: .min ... .max))))
        super.init(on: kind, staysOpen: true)
    }

    /// How many attempts have been begun.
    public var attemptCount: Int { state.withLock { $0.count } }

    public override func execute() {
        super.execute()
        if hasBeenCancelled || has(Stage.hasFailed) { close() } else { tryAgain() }
    }

    private func tryAgain() {
        // What a clock of a client's has made isn't let go of under the lock.
        let (number, _) = state.withLock { state in
            state.count += 1
            return (state.count, state.pause.take())
        }
        let attempt = makeAttempt(number)
        state.withLock { $0.attempt = attempt }
        addOperation(attempt)
    }

    public override func childDidFinish(_ operation: Operation, errors: [any Error]) {
        let number = state.withLock { state -> Int? in
            guard state.attempt === operation else { return nil }
            state.attempt = nil
            state.errors = errors
            return state.count
        }
        guard let number else { return }
        let isOver = errors.isEmpty || hasBeenCancelled || !policy.allowsRetry(afterAttempt: number, errors)
        if isOver { return close() }
        let pause = state.withLock { policy.backoff.pause(afterAttempt: number, using: &$0.random) }
        let call = clock.schedule(after: pause) { self.tryAgain() }
        state.withLock { if $0.count == number { $0.pause = call } }
        // A cancel that came before has found no pause.
        if hasBeenCancelled { endPause() }
    }

    public override func cancel() {
        super.cancel()
        if hasBeenCancelled { endPause() }
    }

    private func endPause() {
        guard let pause = state.withLock({ $0.pause.take() }) else { return }
        pause.cancel()
        close()
    }

    override var reportedErrors: [any Error] { state.withLock { $0.errors } }
}
