internal import Operations

/// Met unless a dependency of the operation was cancelled.
public struct NoCancelledDependencies: SynchronousOperationCondition {
    /// The condition. It has no state.
    public init() {}

    public var name: String { "NoCancelledDependencies" }

    public func evaluateNow(for operation: AdvancedOperation) throws {
        let cancelled = operation.dependencies.filter(\.isCancelled)
        if cancelled.isEmpty { return }
        throw ConditionFailed(name, "cancelled: " + describeSome(cancelled))
    }
}
