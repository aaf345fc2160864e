internal import ConcurrencyPrimitives
internal import Operations

/// The task of an operation's work, for whoever cancels the operation.
struct BodyTask: ~Copyable, Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Starts the task, with the operation's priority and its queue. The work ends with ``end()``.
    func start(
        for operation: AdvancedOperation, _ body: @escaping @Sendable () async -> Void
    ) {
        let queue = CurrentQueue.owner
        let quality = operation.ownQuality ?? queue?.standardQuality ?? .default
        // Kept before the work can cancel the operation, or be cancelled with it: either looks for it here.
        task.withLock { task in
            task = startTask(priority: quality.taskPriority) {
                // A cancel that came before has found no task.
                if operation.hasBeenCancelled { withUnsafeCurrentTask { $0?.cancel() } }
                await CurrentQueue.$ofTask.withValue(queue, operation: body)
            }
        }
    }

    /// Lets go of the task, which holds the operation.
    func end() { task.withLock { $0 = nil } }

    func cancel() { task.withLock { $0 }?.cancel() }
}
