internal import ConcurrencyPrimitives
internal import Operations

/// An ``AdvancedOperation`` whose work is an `async` closure: executing until the closure returns, across suspensions.
///
/// Cancelling the operation cancels the closure's task. An error that the closure throws becomes one of its errors.
///
/// - Note: `@unchecked` because its superclass is; the only mutable field is a mutex.
public final class AdvancedTaskOperation: AdvancedOperation, @unchecked Sendable {
    private let body: @Sendable (AdvancedOperation) async throws -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// - Parameter body: The work, called once at most. It gets the operation, to look at its cancellation or produce others.
    public init(body: @escaping @Sendable (AdvancedOperation) async throws -> Void) {
        self.body = body
        super.init()
    }

    /// - Parameter body: The work, called once at most.
    public convenience init(body: @escaping @Sendable () async throws -> Void) {
        self.init { _ in try await body() }
    }

    public override var isAsynchronous: Bool { true }

    public override func execute() {
        let started = startBody {
            do {
                try await self.body(self)
                self.finish()
            } catch {
                self.finish(errors: [error])
            }
            self.task.withLock { $0 = nil }
        }
        // The closure may have returned already.
        task.withLock { if !isFinished { $0 = started } }
        // A cancel that came before has found no task.
        if hasBeenCancelled { started.cancel() }
    }

    public override func cancel() {
        super.cancel()
        task.withLock { $0 }?.cancel()
    }
}

extension AdvancedOperation {
    /// Starts a task for the operation's work, with its priority and its queue.
    final func startBody(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let queue = CurrentQueue.owner
        let quality = ownQuality ?? queue?.standardQuality ?? .default
        return startTask(priority: quality.taskPriority) {
            await CurrentQueue.$ofTask.withValue(queue, operation: body)
        }
    }
}
