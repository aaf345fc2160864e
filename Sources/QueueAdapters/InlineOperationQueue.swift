public import Operations

/// No queue at all: runs everything in the call that adds. A benchmark of it shows what the harness costs.
///
/// Thread-safe, since it has no state.
public final class InlineOperationQueue: BasicOperationQueue {
    public typealias Operation = Operations.Operation

    /// A queue that holds nothing.
    public init() {}

    public func addOperation(_ operation: Operation) { operation.start() }
    public func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    public func waitUntilAllOperationsAreFinished() async {}
}
