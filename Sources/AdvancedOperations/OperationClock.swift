internal import ConcurrencyPrimitives

/// What calls something later: for delays, timeouts and retries. A test has one of its own, whose time it lets pass.
public protocol OperationClock: Sendable {
    /// Has `body` called once when `delay` is over, unless what is returned is cancelled before. `body` may block. It
    /// isn't called on the stack of this call.
    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> ScheduledCall
}

/// A call that an ``OperationClock`` is to make.
public struct ScheduledCall: Sendable {
    private let withdraw: @Sendable () -> Void

    /// - Parameter cancel: Has the call not made, if it hasn't been. Called from any thread, maybe more than once.
    public init(cancel: @escaping @Sendable () -> Void) { withdraw = cancel }

    /// Has the call not made. It may be under way already.
    public func cancel() { withdraw() }
}

/// The clock that only moves forward. No thread waits for it.
public struct MonotonicOperationClock: OperationClock {
    /// The clock of this machine.
    public init() {}

    public func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> ScheduledCall {
        // The timer's thread is shared by all, and `body` is a client's.
        let timer = DeadlineTimer(after: delay) { WorkerThread.start(body) }
        return ScheduledCall { timer.cancel() }
    }
}
