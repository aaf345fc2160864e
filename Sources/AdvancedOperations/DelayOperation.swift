internal import ConcurrencyPrimitives
internal import Operations

/// An operation that finishes when a time is over, counted from its start, or at once when it is cancelled. It blocks no
/// thread, but takes a slot.
///
/// - Note: `@unchecked` because its superclass is; the only mutable field is a mutex.
public final class DelayOperation: AdvancedOperation, @unchecked Sendable {
    private let delay: Duration
    private let clock: any OperationClock
    private let timer = Mutex<ScheduledCall?>(nil)

    /// - Parameters:
    ///   - delay: How long it takes.
    ///   - clock: What measures it.
    public init(_ delay: Duration, clock: any OperationClock = MonotonicOperationClock()) {
        self.delay = delay
        self.clock = clock
        super.init()
    }

    public override var isAsynchronous: Bool { true }

    public override func execute() {
        // Who cancels either is seen here, or finds the timer: once a cancelled operation has finished, nothing is scheduled.
        timer.withLock { timer in
            if hasBeenCancelled { return }
            timer = clock.schedule(after: delay) { [weak self] in self?.finish() }
        }
        if hasBeenCancelled { stop() }
    }

    public override func cancel() {
        super.cancel()
        if hasBeenCancelled, isExecuting { stop() }
    }

    private func stop() {
        timer.withLock { $0.take() }?.cancel()
        finish()
    }
}
