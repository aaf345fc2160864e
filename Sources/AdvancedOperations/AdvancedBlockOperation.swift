internal import Operations

/// An ``AdvancedOperation`` whose work is a closure; an error that it throws becomes one of its errors.
///
/// - Note: `@unchecked` because its superclass is; the only field is never changed.
public final class AdvancedBlockOperation: AdvancedOperation, @unchecked Sendable {
    private let body: @Sendable (AdvancedOperation) throws -> Void

    /// - Parameter body: The work, called once at most on the thread that starts the operation. It gets the operation, to
    ///   look at its cancellation or produce others.
    public init(body: @escaping @Sendable (AdvancedOperation) throws -> Void) {
        self.body = body
        super.init()
    }

    /// - Parameter body: The work, called once at most on the thread that starts the operation.
    public convenience init(body: @escaping @Sendable () throws -> Void) {
        self.init { _ in try body() }
    }

    public override func execute() {
        do {
            try body(self)
            end([], isLastOfStart: true)
        } catch {
            end([error], isLastOfStart: true)
        }
    }
}
