internal import Operations

/// Met unless a dependency of the operation has finished with an error (see ``FailableOperation``).
///
/// Its failure names such dependencies, and the error that it began with: the first error of the first of them or, if that
/// only says that an operation before has failed, the error of that operation.
public struct NoFailedDependencies: SynchronousOperationCondition {
    /// The condition. It has no state.
    public init() {}

    public var name: String { "NoFailedDependencies" }

    public func evaluateNow(for operation: AdvancedOperation) throws {
        var failed: [Operation] = []
        var first: (any Error)?
        for dependency in operation.dependencies {
            guard let error = errors(of: dependency).first else { continue }
            failed.append(dependency)
            first = first ?? error
        }
        guard let first else { return }
        let cause = Self.cause(of: first)
        throw ConditionFailed(name, "failed: \(describeSome(failed)); first error: \(cause)", cause: cause)
    }

    /// The error that an error of a dependency goes back to, in words. What lies between isn't quoted: along a chain of
    /// operations the message would grow with its length.
    private static func cause(of error: any Error) -> String {
        var error = error
        while true {
            if let failure = error as? ConditionFailed, let cause = failure.cause { return cause }
            if let aggregate = error as? AggregateError {
                error = aggregate.errors[0]
            } else if let reason = (error as? InputUnavailable)?.reason {
                error = reason
            } else {
                return "\(error)"
            }
        }
    }
}
