/// A queue of operations: decides which of them runs when.
///
/// This is the seam that every queue meets, ours and other people's: a class behind a lock as well as an
/// actor. Therefore what *adds*, *cancels* or *sets* is synchronous and can be called from anywhere, also
/// from inside an operation; what *asks* or *waits* is `async`.
///
/// ## Order of calls
///
/// An actor can't act before a synchronous call returns; it takes the calls as events, in the order in
/// which each caller made them. What asks or waits comes after the events of the same caller: after
/// `queue.setSuspended(true)` and `await queue.isSuspended`, the queue is suspended, whatever its kind.
///
/// ## Example
///
/// A simple queue needs little; what it leaves out has defaults, and it says so in ``capabilities``:
///
/// ```swift
/// final class InlineQueue: OperationQueueProtocol {
///     typealias Operation = Operations.Operation
///     let capabilities = QueueCapabilities(only: [], because: "runs everything in the call that adds")
///     func addOperation(_ operation: Operation) { operation.start() }
///     func waitUntilAllOperationsAreFinished() async {}
/// }
/// ```
public protocol OperationQueueProtocol<Operation>: AnyObject, Sendable {
    /// The kind of operation that this queue runs.
    associatedtype Operation: OperationProtocol where Operation.Dependency == Operation

    /// What the queue can do.
    nonisolated var capabilities: QueueCapabilities { get }

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

    /// Adds operations in their order, as one event.
    ///
    /// Verified by rule 8.2.
    ///
    /// - Precondition: As for ``addOperation(_:)-(Self.Operation)``, of each; and none is there twice. If not, it stops
    ///   before any of them starts.
    func addOperations(_ operations: [Operation])

    /// Adds operations in their order, and returns at once or when all of them have finished.
    ///
    /// Verified by rules 8.2 and 8.3.
    func addOperations(_ operations: [Operation], waitUntilFinished wait: Bool) async

    /// Adds an operation that runs `block`.
    func addOperation(_ block: @escaping @Sendable () -> Void)

    /// Adds a block that starts when all that was added before has finished; nothing that is added later starts before
    /// it has finished, but for cancelled operations (rules 11.1 to 11.4).
    func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void)

    /// Cancels every operation that is queued or executing; removes none by itself (rule 2.10).
    func cancelAllOperations()

    /// While suspended, no operation starts; what executes goes on (rule 7.1).
    func setSuspended(_ suspended: Bool)

    /// Sets how many operations may execute at once: −1 lets the queue decide, 0 stops it (family 6).
    ///
    /// - Precondition: `count` is −1 or more (rule 6.6).
    func setMaxConcurrentOperationCount(_ count: Int)

    /// Sets the name.
    func setName(_ name: String?)

    /// Sets what the operations of this queue are for that say nothing themselves.
    func setQualityOfService(_ quality: QualityOfService)

    /// Sets how many units of work there are to be, from when on the queue counts what it has done (rule 11.5).
    func setTotalUnitCount(_ count: Int64)

    /// Has `handler` called after each change of the queue, under no lock, one call at a time; it must not wait for what the
    /// queue does next, and on the actor queue not block. Adding many in one call is
    /// one change (rule 1.24).
    func observe(_ handler: @escaping @Sendable (QueueChange) -> Void) -> Observation

    /// The queue's name, for people.
    var name: String? { get async }

    /// Whether the queue is suspended.
    var isSuspended: Bool { get async }

    /// How many operations may execute at once; −1 if the queue decides.
    var maxConcurrentOperationCount: Int { get async }

    /// The operations that were added and haven't finished, in the order of adding.
    var operations: [Operation] { get async }

    /// The number of operations that were added and haven't finished.
    var operationCount: Int { get async }

    /// How far the queue has come.
    var workProgress: QueueProgress { get async }

    /// What the operations of this queue are for that say nothing themselves.
    var standardQualityOfService: QualityOfService { get async }

    /// Returns when no operation is left in the queue, or with an error when the time is over or the calling task is
    /// cancelled (rules 4.8 and 9.9).
    func waitUntilAllOperationsAreFinished(timeout: Duration?) async throws(WaitEndedEarly)

    /// Returns when no operation is left in the queue, those included that are added meanwhile (rule 9.3).
    func waitUntilAllOperationsAreFinished() async

    /// The members of a dependency cycle among the queue's operations, each waiting for the next and the
    /// last for the first; nil if there is none (rule 4.7).
    ///
    /// - Complexity: O(operations and dependencies that can be reached).
    func dependencyCycle() async -> [Operation]?
}
