internal import Operations

/// Another condition without its dependency: it is only looked whether it is met, and nothing is done to meet it.
public struct SilentCondition<Base: OperationCondition>: OperationCondition {
    private let base: Base

    /// `base` without its dependency.
    public init(_ base: Base) { self.base = base }

    public var name: String { "Silent<\(base.name)>" }

    public var isMutuallyExclusive: Bool { base.isMutuallyExclusive }

    public var exclusivityCategory: ExclusivityCategory? { base.exclusivityCategory }

    public var synchronous: (any SynchronousOperationCondition)? {
        self as? any SynchronousOperationCondition
    }

    public func evaluate(for operation: AdvancedOperation) async throws {
        try await base.evaluate(for: operation)
    }
}

extension SilentCondition: SynchronousOperationCondition where Base: SynchronousOperationCondition {
    public func evaluateNow(for operation: AdvancedOperation) throws {
        try base.evaluateNow(for: operation)
    }
}
