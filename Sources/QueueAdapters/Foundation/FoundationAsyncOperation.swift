private import ConcurrencyPrimitives
package import Foundation

/// Foundation's operation over an `async` closure, as its users write it: `start` begins a task, and `cancel`
/// cancels the task too.
///
/// `@unchecked Sendable` restates Foundation's own, as a subclass must; the state that this class adds is immutable
/// or behind a lock.
package final class FoundationAsyncOperation: FoundationConcurrentOperation, @unchecked Sendable {
    private let body: @Sendable (Foundation.Operation) async -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)

    package init(_ body: @escaping @Sendable (Foundation.Operation) async -> Void) { self.body = body }

    package override func start() {
        guard !isCancelled else { return announceFinished() }
        announceExecuting()
        // Stored before the closure runs, because the closure may cancel the operation, which then looks for the
        // task here.
        task.withLock { task in
            task = Task.detached {
                // An earlier `cancel` found no task.
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
