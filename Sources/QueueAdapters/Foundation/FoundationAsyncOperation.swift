private import ConcurrencyPrimitives
package import Foundation

/// Foundation's operation over an `async` closure, as its users write it: `start` begins a task, and
/// `cancel` cancels the task too.
///
/// `@unchecked Sendable` is Foundation's own, restated as a subclass must; what is added here is immutable
/// or behind a lock.
package final class FoundationAsyncOperation: FoundationConcurrentOperation, @unchecked Sendable {
    private let body: @Sendable (Foundation.Operation) async -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)

    package init(_ body: @escaping @Sendable (Foundation.Operation) async -> Void) { self.body = body }

    package override func start() {
        guard !isCancelled else { return announceFinished() }
        announceExecuting()
        // Kept before the closure can cancel the operation, or be cancelled with it: either looks for it here.
        task.withLock { task in
            task = Task.detached {
                // A cancel that came before found no task.
                if self.isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
                await self.body(self)
                self.announceFinished()
            }
        }
    }

    package override func cancel() {
        super.cancel()
        task.withLock { $0 }?.cancel()
    }
}
