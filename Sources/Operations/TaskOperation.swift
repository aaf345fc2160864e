internal import ConcurrencyPrimitives

/// An operation whose work is an `async` closure: executing until the closure returns, across suspensions.
///
/// Cancelling the operation cancels the closure's task. An error that the closure throws ends the operation,
/// and is kept as ``error``.
///
/// Verified by rules 1.20, 1.21, 2.13, 6.7, 6.8 and 9.5.
///
/// - Note: `@unchecked` because its superclass is; the only mutable field is a mutex.
public final class TaskOperation: Operation, @unchecked Sendable {
    private struct Run {
        var task: Task<Void, Never>?
        var error: (any Error)?
    }

    private let body: @Sendable (TaskOperation) async throws -> Void
    private let run = Mutex(Run())

    /// - Parameter body: The work. It gets the operation itself, to look at its cancellation, say.
    public init(body: @escaping @Sendable (TaskOperation) async throws -> Void) {
        self.body = body
        super.init()
    }

    public override class var _answersReadiness: Bool { false }

    public override var isAsynchronous: Bool { true }

    /// What the closure threw; nil if it hasn't.
    public var error: (any Error)? { run.withLock { $0.error } }

    public override func start() {
        guard begin() else { return }
        let queue = CurrentQueue.owner
        let quality = ownQuality ?? queue?.standardQuality ?? .default
        // Kept before the closure can cancel the operation, or be cancelled with it: either looks for it here.
        run.withLock { run in
            run.task = startTask(priority: quality.taskPriority) {
                // A cancel that came before found no task.
                if self.isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
                await CurrentQueue.$ofTask.withValue(queue) {
                    do {
                        try await self.body(self)
                    } catch {
                        self.run.withLock { $0.error = error }
                    }
                }
                self.finish(tellingWorker: false)
                self.run.withLock { $0.task = nil }
            }
        }
    }

    public override func cancel() {
        super.cancel()
        run.withLock { $0.task }?.cancel()
    }
}

/// The queue that the calling code runs an operation of.
package enum CurrentQueue {
    /// Inside an `async` body, which no thread belongs to.
    @TaskLocal package static var ofTask: (any OperationOwner)?

    package static var owner: (any OperationOwner)? { Worker.current?.pointee.queue ?? ofTask }
}
