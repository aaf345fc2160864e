internal import ConcurrencyPrimitives
internal import Operations

/// An ``AdvancedOperation`` whose work is an `async` closure: executing until the closure returns, across suspensions.
///
/// Cancelling the operation cancels the closure's task. An error that the closure throws becomes one of its errors.
///
/// - Note: `@unchecked` because its superclass is; the only mutable field is a mutex's.
public final class AdvancedTaskOperation: AdvancedOperation, @unchecked Sendable {
    private let body: @Sendable (AdvancedOperation) async throws -> Void
    private let task = BodyTask()

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
        task.start(for: self) {
            do {
                try await self.body(self)
                self.finish()
            } catch {
                self.finish(errors: [error])
            }
            self.task.end()
        }
    }

    public override func cancel() {
        super.cancel()
        task.cancel()
    }
}
