/// A unit of work with a life cycle, as an operation queue sees it.
///
/// Half of the rules of an operation queue are about its operations, so a queue that is to be judged brings
/// its own kind. Our own is ``Operation``; Foundation's `Operation` meets this protocol as it is.
///
/// ## Thread safety
///
/// Every requirement can be called from any thread and any task, at any time. What reads a state is a
/// snapshot. What only waits is the exception: see ``waitUntilFinished()-9n3fy``.
public protocol OperationProtocol: AnyObject, Hashable, Sendable {
    /// The kind of operation that this one can depend on: for a class that is subclassed, the class itself.
    associatedtype Dependency: OperationProtocol

    /// A type with the raw values of ``QueuePriority``.
    associatedtype QueuePriority: RawRepresentable<Int> & Sendable

    /// A name for people. Nil unless it is set.
    var name: String? { get set }

    /// How much the operation matters among the ready ones of its queue.
    var queuePriority: QueuePriority { get set }

    /// Whether all dependencies have finished, or the operation is cancelled (rules 2.5, 3.1).
    var isReady: Bool { get }

    /// Whether the work is going on (rule 1.4).
    var isExecuting: Bool { get }

    /// Whether the operation has come to its end; never false again once it was true (rule 1.3).
    var isFinished: Bool { get }

    /// Whether ``cancel()`` was called before the operation had finished (rules 2.1, 2.2).
    var isCancelled: Bool { get }

    /// Whether the operation may go on after `start` has returned.
    var isAsynchronous: Bool { get }

    /// What this operation waits for, in the order of adding, finished ones included (rule 3.5).
    var dependencies: [Dependency] { get }

    /// Makes this operation wait for `operation` (rules 3.1 to 3.10).
    func addDependency(_ operation: Dependency)

    /// Takes back ``addDependency(_:)``; does nothing if there is no such dependency (rules 3.7, 3.8).
    func removeDependency(_ operation: Dependency)

    /// Begins the operation on the calling thread. A queue calls it, or a client for an operation that is in
    /// no queue (rules 1.6 to 1.11).
    func start()

    /// Asks the operation to end early; raises a flag and interrupts nothing (family 2 of the rules).
    func cancel()

    /// Runs once, after the operation has finished (rule 9.5).
    var completionBlock: (@Sendable () -> Void)? { get set }

    /// Blocks the calling thread until the operation has finished.
    ///
    /// Never call it on a thread of the cooperative pool, thus never in a task: there, `await` the
    /// asynchronous one.
    func waitUntilFinished()

    /// Returns when the operation has finished, without blocking a thread of the cooperative pool.
    func waitUntilFinished() async
}

/// An operation that can be waited for with a bound.
public protocol BoundedWaitingOperation: OperationProtocol {
    /// Returns when the operation has finished, or with an error when the time is over or the calling task is cancelled
    /// (rules 4.8 and 9.9).
    func waitUntilFinished(timeout: Duration?) async throws(WaitEndedEarly)
}
