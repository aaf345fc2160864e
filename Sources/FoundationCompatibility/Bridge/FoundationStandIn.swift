internal import ConcurrencyPrimitives
internal import Foundation
internal import OperationQueues
internal import Operations
internal import QueueAdapters

/// An operation of ours, as a queue of Foundation's runs it.
///
/// It is notified when the operation may start and when it has ended (``StandInOwner``), and tells Foundation's queue.
///
/// An operation that isn't ready any more when Foundation's queue starts this, since a dependency was added meanwhile, keeps its slot
/// and waits: Foundation's queue takes nothing back.
///
/// Not final: a test comes between an answer and what Foundation does with it. `@unchecked Sendable`, as its superclass is: the
/// fields are constants and `Sendable`.
class FoundationStandIn: Foundation.Operation, @unchecked Sendable {
    private struct State {
        var phase = StandInPhase.waiting
        var answers = ReadinessAnswers()
    }

    let operation: Operations.Operation
    private let owner: StandInOwner
    private let state = Mutex(State())
    private let priorityLock = Mutex(())

    /// Takes an operation that is to be added to a queue of Foundation's.
    ///
    /// - Precondition: `operation` has never been added to a queue, nor started (rule 8.1).
    init(_ operation: Operations.Operation, in queue: Foundation.OperationQueue) {
        self.operation = operation
        owner = StandInOwner(queue)
        super.init()
        owner.standIn = self
        operation.join(owner.handle)
        owner.observe(operation)
        switch operation.enter() {
        case .contending: operationMayStart()
        // It has ended before it had an owner to notify.
        case .finished: _ = state.withLock { $0.phase.end() }
        case .released, .waiting: break
        }
        takePriority()
        if let quality = operation.ownQuality { qualityOfService = Foundation.QualityOfService(quality) }
        name = operation.name
    }

    // MARK: What Foundation's queue asks

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { state.withLock { $0.phase == .executing } }
    override var isFinished: Bool { state.withLock { $0.phase == .finished } }

    override var isReady: Bool {
        // Foundation's own part changes with its dependencies, and when this is cancelled.
        guard super.isReady else { return false }
        let (isReady, isToBeAnnounced) = state.withLock { state in
            if state.phase == .waiting {
                let isReady = operation.isStartable
                return (isReady, state.answers.answer(isReady))
            }
            return (true, state.phase == .endedEarly && state.answers.answer(true))
        }
        // Not here: the caller puts the answer down afterwards, and may hold a lock of Foundation's.
        if isToBeAnnounced { WorkerThread.start { self.announceReadiness() } }
        return isReady
    }

    override func start() { follow(state.withLock { $0.phase.start() }) }

    override func cancel() {
        super.cancel()
        operation.cancel()
    }

    /// Runs the operation, unless it isn't ready: a dependency may have been added just now, and its end is reported here.
    private func runIfReady() {
        guard operation.claim() else { return }
        guard state.withLock({ $0.phase.execute() }) else { return }
        didChangeValue(forKey: "isExecuting")
        CurrentQueue.$ofTask.withValue(owner.wrappingQueue) { operation.start() }
    }

    private func follow(_ consequence: StandInPhase.Consequence) {
        switch consequence {
        case .nothing: return
        case .run: runIfReady()
        case .announceReadiness: readinessDidChange()
        case .announceEnd:
            didChangeValue(forKey: "isExecuting")
            didChangeValue(forKey: "isFinished")
        }
    }

    // MARK: What is reported of the operation

    func operationMayStart() {
        if operation.contends, operation.isReleased, ExclusivityController.contend(operation) {
            operation.takeTurn()
        }
        guard operation.isStartable else { return }
        if state.withLock({ $0.phase == .started }) {
            // The caller may be the end of another operation.
            WorkerThread.start { self.runIfReady() }
        } else {
            readinessDidChange()
        }
    }

    func operationDidFinish() { follow(state.withLock { $0.phase.end() }) }

    /// Of two that come at once the later one reads the later priority.
    func takePriority() {
        priorityLock.withLock { _ in
            queuePriority = Foundation.Operation.QueuePriority(rawValue: operation.queuePriority.rawValue)!
        }
    }

    /// Has Foundation's queue ask whether the operation is ready.
    func readinessDidChange() {
        if state.withLock({ $0.answers.change() }) { announceReadiness() }
    }

    private func announceReadiness() {
        repeat {
            state.withLock { $0.answers.begin() }
            didChangeValue(forKey: "isReady")
        } while state.withLock { $0.answers.end() }
    }
}
