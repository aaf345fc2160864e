public import Operations

/// Met if another condition isn't.
///
/// It has that one's dependency, and isn't mutually exclusive. Verified by rule 12.14.
public struct NegatedCondition<Base: OperationCondition>: OperationCondition {
    private let base: Base

    /// The negation of `base`.
    public init(_ base: Base) { self.base = base }

    public var name: String { "Not<\(base.name)>" }

    public func dependency(for operation: AdvancedOperation) -> Operation? {
        base.dependency(for: operation)
    }

    public var synchronous: (any SynchronousOperationCondition)? {
        self as? any SynchronousOperationCondition
    }

    public func evaluate(for operation: AdvancedOperation) async throws {
        do { try await base.evaluate(for: operation) } catch { return }
        throw failure
    }

    private var failure: ConditionFailed { ConditionFailed(name, "\(base.name) was met") }
}

extension NegatedCondition: SynchronousOperationCondition where Base: SynchronousOperationCondition {
    public func evaluateNow(for operation: AdvancedOperation) throws {
        do { try base.evaluateNow(for: operation) } catch { return }
        throw failure
    }
}
