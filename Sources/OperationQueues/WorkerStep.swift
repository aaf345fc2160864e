internal import Operations

/// What a worker does next, as its queue has decided.
enum WorkerStep {
    /// Runs an operation, which the core keeps alive until the worker asks again.
    case run(Unmanaged<Operation>)
    /// Waits a little for something to come, and asks again.
    case poll
    /// Calls the completion block of what it has run, and asks again.
    case complete
    /// Calls the completion block of what it has run, if there is one, and gives its thread back.
    case end
}

/// What a worker is started for: to ask for one operation after the other.
struct WorkerAssignment: Sendable {
    /// Of which generation of workers it is (see ``SchedulingCore/move(to:)``).
    let generation: Int
    /// The quality of service of the operations that it is for; nil for those that have none of their own.
    let ownQuality: QualityOfService?
    /// The operation that it runs first, which is claimed; nil if it asks for the first, too.
    var operation: Unmanaged<Operation>?
}
