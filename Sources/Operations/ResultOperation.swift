internal import ConcurrencyPrimitives

/// An operation that keeps what its work returned, or the error that it threw.
///
/// What NSInvocationOperation's `result` was, with a type.
///
/// Verified by rules 1.20 and 11.9.
///
/// - Note: `@unchecked` because its superclass is; the only mutable field is a mutex.
public final class ResultOperation<Success: Sendable>: Operation, @unchecked Sendable {
    private let body: @Sendable () throws -> Success
    private let outcome = Mutex<Result<Success, any Error>?>(nil)

    /// An operation whose work is `body`. It is called once at most, on the thread that starts the operation; an error
    /// that it throws finishes the operation, and is kept (rule 1.20).
    public init(body: @escaping @Sendable () throws -> Success) {
        self.body = body
        super.init()
    }

    public override class var _answersReadiness: Bool { false }

    /// What the work returned.
    ///
    /// - Throws: ``ResultUnavailable`` while the operation hasn't finished; what the work threw; ``ResultUnavailable``
    ///   if the operation was cancelled, also if its work went on to its end: nobody wants to have that any more.
    public var result: Success {
        get throws {
            guard isFinished else { throw ResultUnavailable.notFinished }
            let value = try outcome.withLock({ $0 })?.get()
            guard let value, !isCancelled else { throw ResultUnavailable.cancelled }
            return value
        }
    }

    public override func main() {
        let result = Result(catching: body)
        outcome.withLock { $0 = result }
    }
}

/// Why an operation has no result.
public enum ResultUnavailable: Error, Hashable, CustomStringConvertible {
    /// It hasn't been started, or its work isn't done.
    case notFinished
    /// It was cancelled, whether or not its work went on to its end.
    case cancelled

    public var description: String {
        switch self {
        case .notFinished: "The operation has no result yet: it hasn't finished."
        case .cancelled: "The operation has no result: it was cancelled."
        }
    }
}
