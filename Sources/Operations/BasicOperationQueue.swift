/// The least that an operation queue does: it takes operations, runs them, and can be waited for.
///
/// Whatever else a queue can do it says by meeting a further protocol, one for each capability:
/// ``SuspendableQueue``, ``LimitedQueue`` and so on. No requirement of these has a default that stops or does nothing, so
/// the compiler says what a queue lacks.
///
/// A class behind a lock meets this protocol as well as an actor. Therefore what *adds*, *cancels* or *sets* is
/// synchronous and can be called from anywhere, also from inside an operation; what *asks* or *waits* is `async`.
///
/// ## Example
///
/// A queue of closures needs this to be judged. It has no operations of its own, so it runs this package's:
///
/// ```swift
/// extension SerialQueue: BasicOperationQueue {
///     func addOperation(_ operation: Operations.Operation) { add { operation.start() } }
///     func addOperation(_ block: @escaping @Sendable () -> Void) { add(block) }
///     func waitUntilAllOperationsAreFinished() async { await drained() }
/// }
/// ```
public protocol BasicOperationQueue<Operation>: AnyObject, Sendable {
    /// The kind of operation that this queue runs.
    associatedtype Operation: OperationProtocol where Operation.Dependency == Operation

    /// Adds an operation, to start once its dependencies have finished.
    ///
    /// Returns without waiting for the operation, and never runs it (rule 1.16). Call it from any thread or
    /// task, also from inside a running operation.
    ///
    /// Verified by rules 1.16, 3.1, 8.1 and 8.10.
    ///
    /// - Parameter operation: The operation to add. Its dependencies may belong to other queues.
    /// - Precondition: `operation` has never been added to a queue, nor started (rule 8.1).
    /// - Complexity: O(1) plus O(*d*) for *d* unfinished dependencies.
    func addOperation(_ operation: Operation)

    /// Adds an operation that runs `block`.
    func addOperation(_ block: @escaping @Sendable () -> Void)

    /// Returns when no operation is left in the queue, those included that are added meanwhile (rule 9.3).
    func waitUntilAllOperationsAreFinished() async
}

extension BasicOperationQueue where Operation == Operations.Operation {
    public func addOperation(_ block: @escaping @Sendable () -> Void) {
        addOperation(BlockOperation(block: block))
    }
}
