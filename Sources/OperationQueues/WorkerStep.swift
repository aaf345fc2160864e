internal import Operations

/// What a worker does next, as its queue has decided.
enum WorkerStep {
    /// Runs an operation, which the core keeps alive until the worker asks again.
    case run(Unmanaged<Operation>)
    /// Waits a little for something to come, and asks again.
    case poll
    /// Calls the completion block of what it has run, and gives its thread back.
    case end
}

/// What a worker is started for.
enum WorkerAssignment: Sendable {
    /// To ask for one operation after the other, as one of a generation of workers (see ``SchedulingCore/move(to:)``).
    case searching(generation: Int)
    /// To run an operation that is claimed, and then no other: it has another quality of service than its queue.
    case running(Unmanaged<Operation>, QualityOfService)

    var generation: Int? { if case .searching(let generation) = self { generation } else { nil } }

    var quality: QualityOfService? { if case .running(_, let quality) = self { quality } else { nil } }
}
