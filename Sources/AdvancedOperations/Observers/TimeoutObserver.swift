internal import ConcurrencyPrimitives

/// Cancels an operation with ``OperationTimedOut`` if its work takes too long, counted from its start.
///
/// Cancelling interrupts nothing: the work has to look at `isCancelled`. A timeout that comes with the end changes nothing
/// any more. One observer may be added to several operations. Verified by rules 12.8 and 12.22.
public final class TimeoutObserver: OperationObserver {
    private let timeout: Duration
    private let clock: any OperationClock
    /// Of the operations that run. An operation's observers are notified of one event at a time, so it is put in before it is
    /// taken out.
    private let timers = Mutex<[ObjectIdentifier: ScheduledCall]>([:])

    /// - Parameters:
    ///   - timeout: How long the work may take.
    ///   - clock: What measures it.
    public init(after timeout: Duration, clock: any OperationClock = MonotonicOperationClock()) {
        self.timeout = timeout
        self.clock = clock
    }

    public func operationDidStart(_ operation: AdvancedOperation) {
        let timer = clock.schedule(after: timeout) { [weak operation, timeout] in
            operation?.cancel(with: OperationTimedOut(timeout: timeout))
        }
        timers.withLock { $0[ObjectIdentifier(operation)] = timer }
    }

    public func operationDidFinish(_ operation: AdvancedOperation, errors: [any Error]) {
        timers.withLock { $0.removeValue(forKey: ObjectIdentifier(operation)) }?.cancel()
    }
}

/// An operation was cancelled because its work took too long (``TimeoutObserver``).
public struct OperationTimedOut: Error, Hashable, CustomStringConvertible {
    /// How long it was allowed to take.
    public let timeout: Duration

    /// - Parameter timeout: How long the operation was allowed to take.
    public init(timeout: Duration) { self.timeout = timeout }

    public var description: String { "The operation took longer than \(timeout)." }
}
