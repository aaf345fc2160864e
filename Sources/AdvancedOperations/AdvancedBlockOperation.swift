internal import Operations

/// An ``AdvancedOperation`` whose work is a closure; an error that it throws becomes one of its errors.
///
/// - Note: `@unchecked` because its superclass is; the only field is never changed.
public final class AdvancedBlockOperation: AdvancedOperation, @unchecked Sendable {
    /// A closure that needs no operation is called as it is: one around it would be another allocation. Can't be copied, so a closure is
    /// called where it is stored, without being retained.
    private enum Body: ~Copyable, Sendable {
        case plain(@Sendable () throws -> Void)
        case withOperation(@Sendable (AdvancedOperation) throws -> Void)

        borrowing func run(_ operation: AdvancedOperation) throws {
            switch self {
            case .plain(let body): try body()
            case .withOperation(let body): try body(operation)
            }
        }
    }

    private let body: Body

    /// - Parameter body: The work, called once at most on the thread that starts the operation. It gets the operation, to
    ///   look at its cancellation or produce others.
    public init(body: @escaping @Sendable (AdvancedOperation) throws -> Void) {
        self.body = .withOperation(body)
        super.init()
    }

    /// - Parameter body: The work, called once at most on the thread that starts the operation.
    public init(body: @escaping @Sendable () throws -> Void) {
        self.body = .plain(body)
        super.init()
    }

    public override func execute() {
        do {
            try body.run(self)
            end([], isLastOfStart: true)
        } catch {
            end([error], isLastOfStart: true)
        }
    }
}
