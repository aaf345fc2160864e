internal import ConcurrencyPrimitives

/// An operation that keeps what its work returned, or the error that it threw.
///
/// What NSInvocationOperation's `result` was, with a type.
///
/// - Note: `@unchecked` because its superclass is; the only mutable field is a mutex.
public final class ResultOperation<Success: Sendable>: Operation, @unchecked Sendable {
    private let body: @Sendable () throws -> Success
    private let outcome = Mutex<Result<Success, any Error>?>(nil)

    public init(body: @escaping @Sendable () throws -> Success) {
        self.body = body
        super.init(readinessIsOurs: true)
    }

    /// What the work returned.
    ///
    /// - Throws: ``ResultUnavailable`` while the operation hasn't finished and if it was cancelled before it
    ///   ran; otherwise what the work threw.
    public var result: Success {
        get throws {
            guard isFinished else { throw ResultUnavailable.notFinished }
            guard let outcome = outcome.withLock({ $0 }) else { throw ResultUnavailable.cancelled }
            return try outcome.get()
        }
    }

    public override func main() {
        let result = Result(catching: body)
        outcome.withLock { $0 = result }
    }
}

/// Why an operation has no result.
public enum ResultUnavailable: Error, Hashable, CustomStringConvertible {
    case notFinished
    case cancelled

    public var description: String {
        switch self {
        case .notFinished: "The operation has no result yet: it hasn't finished."
        case .cancelled: "The operation has no result: it was cancelled before it ran."
        }
    }
}
