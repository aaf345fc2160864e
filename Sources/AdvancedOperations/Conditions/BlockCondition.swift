internal import Operations

/// Met if a closure returns true. What the closure throws becomes an error of the operation.
public struct BlockCondition: SynchronousOperationCondition {
    public let name: String
    private let block: @Sendable () throws -> Bool

    /// - Parameters:
    ///   - name: For messages.
    ///   - block: Called once for each operation; it must not block.
    public init(name: String = "BlockCondition", _ block: @escaping @Sendable () throws -> Bool) {
        self.name = name
        self.block = block
    }

    public func evaluateNow(for operation: AdvancedOperation) throws {
        if try !block() { throw ConditionFailed(name, "its block returned false") }
    }
}
