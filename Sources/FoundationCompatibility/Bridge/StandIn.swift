internal import ConcurrencyPrimitives
internal import Foundation
internal import Operations
internal import QueueAdapters

/// An operation of Foundation's, as a queue of ours runs it.
///
/// It is ready when the dependencies of that have ended, and ends with it. Foundation tells its own queues alone what changes of an
/// operation before that:
///
/// - A dependency that is added later is found when this is started. Then this gives its slot back, and waits for that.
/// - An operation that isn't ready for another reason is started by a queue of Foundation's, and occupies its slot here meanwhile.
/// - An operation that is cancelled by itself, and not by this, is found cancelled when its dependencies have ended.
///
/// `@unchecked Sendable`, as its superclass is: the fields are constants and `Sendable`.
final class StandIn: Operations.Operation, @unchecked Sendable {
    private let operation: Foundation.Operation
    /// 0 while some are known that haven't.
    private let dependenciesHaveEnded = Atomic<Int>(1)

    init(_ operation: Foundation.Operation) {
        self.operation = operation
        super.init()
        queuePriority = QueuePriority(rounding: operation.queuePriority.rawValue)
        qualityOfService = QualityOfService(operation.qualityOfService)
        name = operation.name
        let dependencies = operation.dependencies
        if dependencies.isEmpty { return }
        dependenciesHaveEnded.store(0)
        wait(for: dependencies)
    }

    private func wait(for dependencies: [Foundation.Operation]) {
        EndOfFoundationOperations.whenFinished(dependencies) {
            self.dependenciesHaveEnded.store(1)
            self.didChangeValue(forKey: "isReady")
        }
    }

    override var isAsynchronous: Bool { true }

    override var isReady: Bool { super.isReady && (dependenciesHaveEnded.load() == 1 || isCancelled) }

    override func start() {
        let isReady = operation.isReady
        if !isReady, goesBack() { return }
        // That one is started also if it is cancelled, and ends then.
        if case .notAtAll = beginEvenIfCancelled() { return }
        if isReady {
            operation.start()
            if operation.isFinished { return finish(tellingWorker: true) }
        } else if !operation.isFinished {
            // Its worker is inside of this, so it is a queue of the drop-in's.
            ForwardingQueue(to: .strongly(CurrentQueue.owner as! OperationQueue)).run(operation)
        }
        EndOfFoundationOperations.whenFinished([operation]) { self.finish(tellingWorker: false) }
    }

    /// Whether the operation waits for dependencies that were added since this was ready. Then the queue takes this back.
    private func goesBack() -> Bool {
        if operation.isCancelled { return false }
        let dependencies = operation.dependencies.filter { !$0.isFinished }
        if dependencies.isEmpty { return false }
        // In this order: what ends them says so afterwards.
        dependenciesHaveEnded.store(0)
        giveClaimBack()
        wait(for: dependencies)
        return true
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
    private static let queue = Foundation.OperationQueue()

    /// Has `handler` called once, on some thread, when all have finished. They are held until then.
    static func whenFinished(_ operations: [Foundation.Operation], _ handler: @escaping @Sendable () -> Void)
    {
        let end = Foundation.BlockOperation(block: handler)
        for operation in operations { end.addDependency(operation) }
        queue.addOperation(end)
        end.announceIfReady()
    }
}

extension Foundation.Operation {
    /// For who has added the operation to a queue of Foundation's, which asks when it is added whether it is ready, and remembers the
    /// answer a moment later: what was announced between is lost. An operation that is ready by now is announced here; what comes
    /// later finds the queue waiting for it.
    func announceIfReady() {
        if isReady { didChangeValue(forKey: "isReady") }
    }
}
