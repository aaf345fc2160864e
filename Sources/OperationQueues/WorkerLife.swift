internal import Operations

/// A worker between its visits to a queue. The same for a thread that visits under a lock and for a task that visits
/// an actor; each has one of its own.
struct WorkerLife {
    /// What it tells the queue at a visit: what it has run since the last, and what became of that.
    struct Report: Sendable {
        /// Which the core holds until it has been told that the worker is back; nil when the worker was searching.
        var operation: Unmanaged<Operation>?
        var outcome = WorkerContext.Outcome()
        /// How many operations the worker has run in all.
        var count = 0
        /// Which of the queue's places it was started for (see ``SchedulingCore/move(to:)``).
        var era = 0
    }

    private let context: WorkerContext
    private let pauses: Int
    /// What the worker was started at, or about: its queue's when it began.
    private let quality: QualityOfService
    private(set) var report = Report()

    init(for queue: any OperationOwner, _ strategy: SchedulingStrategy, era: Int = 0) {
        report.era = era
        context = WorkerContext(queue: queue)
        quality = queue.standardQuality
        pauses = strategy.pauses
    }

    /// How a worker goes on after a visit.
    enum Turn {
        case again
        case end
        /// With another worker, whose only operation it is: it has another quality of service than its queue.
        case elsewhere(Unmanaged<Operation>, QualityOfService)
    }

    /// Runs an operation and then no other.
    mutating func runOnly(_ operation: Unmanaged<Operation>) {
        report.operation = operation
        report.count = .max
        report.outcome = context.start(operation)
    }

    /// Does what a visit has decided.
    @inline(__always)
    mutating func goesOn(with step: SchedulingCore.Step, _ inbox: borrowing Inbox) -> Turn {
        report.outcome.rest?.completionBlock?()
        // Lets go of what the last operation has left.
        report.outcome.released = nil
        report.outcome.rest = nil
        switch step {
        case .start(let next):
            if let quality = next._withUnsafeGuaranteedRef({ $0.ownQuality }),
                quality != self.quality
            {
                return .elsewhere(next, quality)
            }
            report.operation = next
            report.count += 1
            report.outcome = context.start(next)
        case .linger:
            report.operation = nil
            inbox.linger(pauses)
        case .end: return .end
        }
        return .again
    }
}
