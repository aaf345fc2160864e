/// A queue that takes several operations as one event (``QueueCapability/batches``).
public protocol BatchingQueue<Operation>: BasicOperationQueue {
    /// Adds operations in their order, as one event.
    ///
    /// Verified by rule 8.2.
    ///
    /// - Precondition: As for ``BasicOperationQueue/addOperation(_:)-(Self.Operation)``, of each; and none is there twice.
    ///   If not, it stops before any of them starts.
    func addOperations(_ operations: [Operation])

    /// Adds operations in their order, and returns at once or when all of them have finished.
    ///
    /// Verified by rules 8.2 and 8.3.
    func addOperations(_ operations: [Operation], waitUntilFinished wait: Bool) async
}

extension BatchingQueue {
    public func addOperations(_ operations: [Operation], waitUntilFinished wait: Bool) async {
        addOperations(operations)
        guard wait else { return }
        for operation in operations { await operation.waitUntilFinished() }
    }
}

/// A queue whose limit can be set (``QueueCapability/concurrencyLimit``).
public protocol LimitedQueue<Operation>: BasicOperationQueue {
    /// Sets how many operations may execute at once: −1 lets the queue decide, 0 stops it (family 6).
    ///
    /// - Precondition: `count` is −1 or more (rule 6.6).
    func setMaxConcurrentOperationCount(_ count: Int)

    /// How many operations may execute at once; −1 if the queue decides.
    var maxConcurrentOperationCount: Int { get async }
}

/// A queue that can be suspended (``QueueCapability/suspension``).
public protocol SuspendableQueue<Operation>: BasicOperationQueue {
    /// While suspended, no operation starts; what executes goes on (rule 7.1).
    func setSuspended(_ suspended: Bool)

    /// Whether the queue is suspended.
    var isSuspended: Bool { get async }
}

/// A queue that cancels all that it holds in one call (``QueueCapability/cancelAll``).
public protocol CancelAllQueue<Operation>: BasicOperationQueue {
    /// Cancels every operation that is queued or executing; removes none by itself (rule 2.10).
    func cancelAllOperations()
}

/// A queue with a name (``QueueCapability/names``).
public protocol NamedQueue<Operation>: BasicOperationQueue {
    /// Sets the name.
    func setName(_ name: String?)

    /// The queue's name, for people.
    var name: String? { get async }
}

/// A queue that lists the operations that it holds (``QueueCapability/enumeration``).
public protocol EnumerableQueue<Operation>: BasicOperationQueue {
    /// The operations that were added and haven't finished, in the order of adding.
    var operations: [Operation] { get async }

    /// The number of operations that were added and haven't finished.
    var operationCount: Int { get async }
}

/// A queue that names a dependency cycle among its operations (``QueueCapability/diagnosis``).
public protocol DiagnosingQueue<Operation>: BasicOperationQueue {
    /// The members of a dependency cycle among the queue's operations, each waiting for the next and the
    /// last for the first; nil if there is none (rule 4.7).
    ///
    /// - Complexity: O(operations and dependencies that can be reached).
    func dependencyCycle() async -> [Operation]?
}

extension DiagnosingQueue where Self: EnumerableQueue {
    public func dependencyCycle() async -> [Operation]? {
        DependencyCycle.find(from: await operations)
    }
}

/// A queue that takes barriers (``QueueCapability/barriers``).
public protocol BarrierQueue<Operation>: BasicOperationQueue {
    /// Adds a block that starts when all that was added before has finished; nothing that is added later starts before
    /// it has finished, but for cancelled operations (rules 11.1 to 11.4, and 11.11).
    func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void)
}

/// A queue that counts what it has done (``QueueCapability/progress``).
public protocol ProgressReportingQueue<Operation>: BasicOperationQueue {
    /// Sets how many units of work there are to be, from when on the queue counts what it has done (rule 11.5).
    func setTotalUnitCount(_ count: Int64)

    /// How far the queue has come.
    var workProgress: QueueProgress { get async }
}

/// A queue that weighs its work by a quality of service (``QueueCapability/qualityOfService``).
public protocol QualityOfServiceQueue<Operation>: BasicOperationQueue {
    /// Sets what the operations of this queue are for that say nothing themselves.
    func setQualityOfService(_ quality: QualityOfService)

    /// What the operations of this queue are for that say nothing themselves.
    var standardQualityOfService: QualityOfService { get async }
}

/// A queue that tells observers of its changes (``QueueCapability/observation``).
public protocol ObservableQueue<Operation>: BasicOperationQueue {
    /// Has `handler` called after each change of the queue, under no lock, one call at a time. Adding many in one call is one
    /// change (rule 1.24). The queue goes on while an observer takes its time (rule 6.9). But later notifications wait for it,
    /// and so may an operation: it must not wait for what the queue does next.
    func observe(_ handler: @escaping @Sendable (QueueChange) -> Void) -> ObservationToken
}

/// A queue that can be waited for with a bound, as its operations can (``QueueCapability/boundedWaiting``).
public protocol BoundedWaitingQueue<Operation>: BasicOperationQueue where Operation: BoundedWaitingOperation {
    /// Returns when no operation is left in the queue, or with an error when the time is over or the calling task is
    /// cancelled (rules 4.8 and 9.9).
    func waitUntilAllOperationsAreFinished(timeout: Duration?) async throws(WaitEndedEarly)
}
