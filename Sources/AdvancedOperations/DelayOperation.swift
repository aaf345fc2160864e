internal import ConcurrencyPrimitives
internal import Operations

/// An operation that finishes when a time is over, counted from its start, or at once when it is cancelled. It blocks no
/// thread, but takes a slot. Verified by rule 12.29.
///
/// - Note: `@unchecked` because its superclass is; the only mutable field is a mutex.
public final class DelayOperation: AdvancedOperation, @unchecked Sendable {
    private let delay: Duration
    private let clock: any OperationClock
    private let timer = Mutex<Timer>(.none)

    private enum Timer {
        case none
        /// The clock is called, under no lock: it may be a client's.
        case scheduling
        case scheduled(ScheduledCall)
        case stopped
    }

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
        let begins = timer.withLock { timer in
            guard case .none = timer, !hasBeenCancelled else { return false }
            timer = .scheduling
            return true
        }
        if !begins { return stop() }
        let call = clock.schedule(after: delay) { [weak self] in self?.finish() }
        let isStopped = timer.withLock { timer in
            if case .stopped = timer { return true }
            timer = .scheduled(call)
            return false
        }
        if isStopped {
            call.cancel()
            finish()
        } else if hasBeenCancelled {
            stop()
        }
    }

    public override func cancel() {
        super.cancel()
        if hasBeenCancelled, isExecuting { stop() }
    }

    /// Of two that stop it, the second leaves the end to the first, which has the timer to cancel before. Who sets the timer just now
    /// cancels it.
    private func stop() {
        let (isFirst, call) = timer.withLock { timer -> (Bool, ScheduledCall?) in
            defer { timer = .stopped }
            switch timer {
            case .none: return (true, nil)
            case .scheduled(let call): return (true, call)
            case .scheduling, .stopped: return (false, nil)
            }
        }
        if !isFirst { return }
        call?.cancel()
        finish()
    }
}
