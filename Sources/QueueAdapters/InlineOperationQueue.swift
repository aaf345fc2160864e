public import Operations

/// Runs each operation in the call that adds it. A benchmark of it shows the cost of the harness.
///
/// Thread-safe, since it has no state.
public final class InlineOperationQueue: BasicOperationQueue {
    public typealias Operation = Operations.Operation

    /// A queue without state.
    public init() {}

    public func addOperation(_ operation: Operation) { operation.start() }
    public func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    public func waitUntilAllOperationsAreFinished() async {}
}
