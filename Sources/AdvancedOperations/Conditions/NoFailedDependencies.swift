internal import Operations

/// Met unless a dependency of the operation has finished with an error (see ``FailableOperation``).
public struct NoFailedDependencies: SynchronousOperationCondition {
    /// The condition. It has no state.
    public init() {}

    public var name: String { "NoFailedDependencies" }

    public func evaluateNow(for operation: AdvancedOperation) throws {
        let failed = operation.dependencies.filter { !AdvancedOperations.errors(of: $0).isEmpty }
        if failed.isEmpty { return }
        throw ConditionFailed(name, "failed: " + describeSome(failed))
    }
}
