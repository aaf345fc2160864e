internal import ConcurrencyPrimitives
internal import Foundation
internal import OperationQueues
internal import Operations
internal import QueueAdapters

/// An operation of ours, as a queue of Foundation's runs it.
///
/// It is the owner of the operation, as a queue of ours would be: it is notified when the operation may start, and when it has
/// ended, and tells Foundation's queue. That keeps it until the end, so it lives as long as the operation may refer to it.
///
/// `@unchecked Sendable`, as its superclass is: the fields are constants and `Sendable`.
final class FoundationStandIn: Foundation.Operation, OperationOwner, @unchecked Sendable {
    private struct State {
        /// Foundation's queue has called `start`, and waits for the end.
        var isStarted = false
        /// The operation runs.
        var isExecuting = false
        /// The operation has ended.
        var hasEnded = false
        /// The end has been announced: not before the start, which crashes Foundation's queue (rule 1.17).
        var isFinished = false
    }

    let operation: Operations.Operation
    private let queue: OperationQueue
    private let handle = OwnerHandle()
    private let state = Mutex(State())
    /// Foundation's queue remembers whether this is ready, so it has to be asked again when a dependency is added.
    private let observation = Mutex<ObservationToken?>(nil)

    /// Takes an operation that is to be added to a queue of Foundation's.
    ///
    /// - Parameter queue: What `current` is inside of the operation.
    /// - Precondition: `operation` has never been added to a queue, nor started (rule 8.1).
    init(_ operation: Operations.Operation, in queue: OperationQueue) {
        self.operation = operation
        self.queue = queue
        super.init()
        handle.queue = self
        operation.join(handle)
        switch operation.enter() {
        case .contending: operationMayStart(operation)
        // It has ended before it had an owner to notify.
        case .finished: state.withLock { $0.hasEnded = true }
        case .released, .waiting: break
        }
        takePriority()
        if let quality = operation.ownQuality { qualityOfService = Foundation.QualityOfService(quality) }
        name = operation.name
        let (token, _) = operation.observe { [weak self] change in
            if case .changed(.dependencies, _, _) = change { self?.didChangeValue(forKey: "isReady") }
        }
        observation.withLock { $0 = token }
    }

    private func takePriority() {
        queuePriority = Foundation.Operation.QueuePriority(rawValue: operation.queuePriority.rawValue)!
    }

    // MARK: What Foundation's queue asks

    override var isAsynchronous: Bool { true }
    override var isReady: Bool {
        super.isReady && (operation.isStartable || state.withLock { $0.hasEnded || $0.isStarted })
    }
    override var isExecuting: Bool { state.withLock { $0.isExecuting } }
    override var isFinished: Bool { state.withLock { $0.isFinished } }

    override func start() {
        let hasEnded = state.withLock { state in
            state.isStarted = true
            return state.hasEnded
        }
        if hasEnded { end() } else { runIfReady() }
    }

    override func cancel() {
        super.cancel()
        operation.cancel()
    }

    /// Runs the operation, unless it isn't ready: a dependency may have been added just now, and it is notified of the end of
    /// that.
    private func runIfReady() {
        guard operation.claim() else { return }
        state.withLock { $0.isExecuting = true }
        didChangeValue(forKey: "isExecuting")
        CurrentQueue.$ofTask.withValue(queue) { operation.start() }
    }

    private func end() {
        state.withLock { state in
            state.isExecuting = false
            state.isFinished = true
        }
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }

    // MARK: What the operation tells its owner

    func addOperation(_ operation: Operations.Operation) { queue.addOperation(operation) }

    func operationMayStart(_ operation: Operations.Operation) {
        if operation.contends, operation.isReleased, ExclusivityController.shared.contend(operation) {
            operation.takeTurn()
        }
        guard operation.isStartable else { return }
        if state.withLock({ $0.isStarted }) {
            // The caller may be the end of another operation.
            WorkerThread.start { self.runIfReady() }
        } else {
            didChangeValue(forKey: "isReady")
        }
    }

    func operationDidFinish(_ operation: Operations.Operation) {
        let isStarted = state.withLock { state in
            state.hasEnded = true
            return state.isStarted
        }
        if isStarted { end() } else { didChangeValue(forKey: "isReady") }
    }

    func operationPriorityDidChange(_ operation: Operations.Operation) { takePriority() }

    var standardQuality: Operations.QualityOfService { queue.standardQuality }

    /// Foundation's queue lends no slot.
    func operationWaits(_ waits: Bool, seat: UInt) {}
}
