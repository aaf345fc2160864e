internal import ConcurrencyPrimitives
internal import Foundation
internal import Operations
internal import QueueAdapters

/// An operation of Foundation's, as a queue of ours runs it.
///
/// It is ready when the dependencies of that have ended, and ends with it. What that says of its readiness later Foundation tells
/// its own queues alone; so if it isn't ready then, it is started in a queue of Foundation's, and occupies its slot here
/// meanwhile.
///
/// `@unchecked Sendable`, as its superclass is: the fields are constants and `Sendable`.
final class StandIn: Operations.Operation, @unchecked Sendable {
    private let operation: Foundation.Operation
    private let dependenciesHaveEnded: Atomic<Int>

    init(_ operation: Foundation.Operation) {
        self.operation = operation
        let dependencies = operation.dependencies
        dependenciesHaveEnded = Atomic(dependencies.isEmpty ? 1 : 0)
        super.init()
        queuePriority = QueuePriority(rounding: operation.queuePriority.rawValue)
        qualityOfService = QualityOfService(operation.qualityOfService)
        name = operation.name
        if dependencies.isEmpty { return }
        EndOfFoundationOperations.whenFinished(dependencies) {
            self.dependenciesHaveEnded.store(1)
            self.didChangeValue(forKey: "isReady")
        }
    }

    override var isAsynchronous: Bool { true }

    override var isReady: Bool { super.isReady && (dependenciesHaveEnded.load() == 1 || isCancelled) }

    override func start() {
        // That one is started also if it is cancelled, and ends then.
        if case .notAtAll = beginEvenIfCancelled() { return }
        if operation.isReady {
            operation.start()
            if operation.isFinished { return finish(tellingWorker: true) }
        } else if !operation.isFinished {
            EndOfFoundationOperations.queue.addOperation(operation)
        }
        EndOfFoundationOperations.whenFinished([operation]) { self.finish(tellingWorker: false) }
    }

    override func cancel() {
        // First, so that a worker that finds this cancelled doesn't run that.
        operation.cancel()
        super.cancel()
    }
}

/// Tells of the end of Foundation's operations, by dependencies: there is no other observation on Linux that leaves an
/// operation's completion block to its owner.
enum EndOfFoundationOperations {
    /// It also runs operations that say late that they are ready: on a thread of Foundation's, whatever queue of ours they are in.
    static let queue = Foundation.OperationQueue()

    /// Has `handler` called once, on some thread, when all have finished.
    static func whenFinished(_ operations: [Foundation.Operation], _ handler: @escaping @Sendable () -> Void)
    {
        let end = Foundation.BlockOperation(block: handler)
        for operation in operations { end.addDependency(operation) }
        queue.addOperation(end)
    }
}
