internal import AdvancedOperations
internal import OperationQueues
public import Operations
public import QueueConformance

/// A subject of this project's queues that claims family 12, by what `AdvancedOperations` has.
///
/// Everything is what users write; both queues have the same. What a subject makes holds nothing after its end that a check
/// has handed in.
public protocol OwnAdvancedSubject<Queue>: CompleteAdvancedSubject
where Queue: OperationQueueProtocol<Operations.Operation> {}

/// What the operations of a check are in no other code.
private enum CategoryOfChecks {}

extension OwnAdvancedSubject {
    private func advanced(_ operation: Operations.Operation) -> AdvancedOperation {
        guard let operation = operation as? AdvancedOperation else {
            fatalError("Something is added to what is no advanced operation, but \(type(of: operation)).")
        }
        return operation
    }

    private func group(_ operation: Operations.Operation) -> GroupOperation {
        guard let group = operation as? GroupOperation else {
            fatalError("This is no group, but \(type(of: operation)).")
        }
        return group
    }

    /// The inner queue of a group is of the kind that is judged.
    private var groupKind: GroupOperation.QueueKind {
        Queue.self == ActorOperationQueue.self ? .actor : .locked
    }

    public func makeAdvancedOperation(
        _ body: @escaping @Sendable (Operations.Operation) throws -> Void
    ) -> Operations.Operation {
        AdvancedBlockOperation { try body($0) }
    }

    // MARK: Errors

    public func errors(of operation: Operations.Operation) -> [any Error] { advanced(operation).errors }

    public func finish(_ operation: Operations.Operation, with errors: [any Error]) {
        advanced(operation).finish(errors: errors)
    }

    // MARK: Conditions

    public func makeCondition(
        dependency: (@Sendable () -> Operations.Operation)?,
        _ evaluate: @escaping @Sendable () throws -> Void
    ) -> AddableCondition<Operations.Operation> {
        addable(ImmediateCondition(makeDependency: dependency, evaluate: evaluate))
    }

    public func makeAsyncCondition(
        _ evaluate: @escaping @Sendable () async throws -> Void
    ) -> AddableCondition<Operations.Operation> {
        addable(AwaitedCondition(evaluate: evaluate))
    }

    public func makeNegatedCondition(
        _ evaluate: @escaping @Sendable () throws -> Void
    ) -> AddableCondition<Operations.Operation> {
        addable(NegatedCondition(ImmediateCondition(makeDependency: nil, evaluate: evaluate)))
    }

    private func addable(_ condition: any OperationCondition) -> AddableCondition<Operations.Operation> {
        AddableCondition { advanced($0).addCondition(condition) }
    }

    public func addCategory(_ category: String, to operation: Operations.Operation) {
        advanced(operation).addCondition(MutuallyExclusive<CategoryOfChecks>(category))
    }

    // MARK: Observers, and what is produced

    public func addObserver(
        to operation: Operations.Operation,
        _ handler: @escaping @Sendable (ObservedEvent<Operations.Operation>) -> Void
    ) {
        advanced(operation).addObserver(
            BlockObserver(
                startHandler: { _ in handler(.started) },
                produceHandler: { handler(.produced($1)) },
                finishHandler: { handler(.finished($1)) }))
    }

    public func produce(_ operation: Operations.Operation, from producer: Operations.Operation) {
        advanced(producer).produceOperation(operation)
    }

    // MARK: Groups

    public func makeGroup(of operations: [Operations.Operation]) -> Operations.Operation {
        GroupOperation(operations: operations, on: groupKind)
    }

    public func add(_ operation: Operations.Operation, toGroup group: Operations.Operation) -> Bool {
        self.group(group).addOperation(operation)
    }

    public func setSuspended(_ suspended: Bool, ofGroup group: Operations.Operation) {
        self.group(group).setSuspended(suspended)
    }

    public func setMaxConcurrentOperationCount(_ count: Int, ofGroup group: Operations.Operation) {
        self.group(group).setMaxConcurrentOperationCount(count)
    }

    // MARK: Time

    public func addTimeout(
        _ time: Duration, by clock: ControlledClock, to operation: Operations.Operation
    ) {
        advanced(operation).addObserver(TimeoutObserver(after: time, clock: CheckClock(clock: clock)))
    }

    public func isTimeout(_ error: any Error) -> Bool { error is OperationTimedOut }

    public func makeRetry(
        attempts: Int, pause: Duration, by clock: ControlledClock,
        _ makeAttempt: @escaping @Sendable (Int) -> Operations.Operation
    ) -> Operations.Operation {
        let backoff = Backoff(initial: pause, multiplier: 1, maximum: pause, jitter: 0)
        return RetryOperation(
            RetryPolicy(maximumAttempts: attempts, backoff: backoff), on: groupKind,
            clock: CheckClock(clock: clock), makeAttempt: makeAttempt)
    }

    public func makeDelay(_ time: Duration, by clock: ControlledClock) -> Operations.Operation {
        DelayOperation(time, clock: CheckClock(clock: clock))
    }

    // MARK: Pipelines

    public func makeFirstStage(_ body: @escaping @Sendable () throws -> Int) -> Operations.Operation {
        PipelineOperation(body: body)
    }

    public func makeStage(
        after stage: Operations.Operation, _ body: @escaping @Sendable (Int) throws -> Int
    ) -> Operations.Operation {
        guard let stage = stage as? PipelineOperation<Int> else {
            fatalError("This has no result to hand on, but is \(type(of: stage)).")
        }
        return stage.then(body)
    }

    // MARK: The delegate

    public func setDelegate(
        of queue: Queue, _ handler: @escaping @Sendable (DelegateEvent<Operations.Operation>) -> Void
    ) -> ObservationToken {
        let delegate = HandingDelegate(handler)
        delegating(queue).delegate = delegate
        // The queue doesn't hold it.
        return ObservationToken { withExtendedLifetime(delegate) {} }
    }

    package func hasDelegate(_ queue: Queue) -> Bool { delegating(queue).delegate != nil }

    package func removeDelegate(of queue: Queue) { delegating(queue).delegate = nil }

    private func delegating(_ queue: Queue) -> any DelegatingQueue<Operations.Operation> {
        guard let queue = queue as? any DelegatingQueue<Operations.Operation> else {
            fatalError("A delegate is given to a queue that has none: \(type(of: queue)).")
        }
        return queue
    }
}

private struct ImmediateCondition: SynchronousOperationCondition {
    let name = "ImmediateCondition"
    let makeDependency: (@Sendable () -> Operations.Operation)?
    let evaluate: @Sendable () throws -> Void

    func dependency(for operation: AdvancedOperation) -> Operations.Operation? { makeDependency?() }

    func evaluateNow(for operation: AdvancedOperation) throws { try evaluate() }
}

private struct AwaitedCondition: OperationCondition {
    let name = "AwaitedCondition"
    let evaluate: @Sendable () async throws -> Void

    func evaluate(for operation: AdvancedOperation) async throws { try await evaluate() }
}

/// The clock of a check, as this project's operations take one.
private struct CheckClock: OperationClock {
    let clock: ControlledClock

    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> ScheduledCall {
        let withdraw = clock.schedule(after: delay, body)
        return ScheduledCall { withdraw() }
    }
}

/// Hands on what the delegate of a queue is notified of.
private final class HandingDelegate: OperationQueueDelegate {
    private let handler: @Sendable (DelegateEvent<Operations.Operation>) -> Void

    init(_ handler: @escaping @Sendable (DelegateEvent<Operations.Operation>) -> Void) {
        self.handler = handler
    }

    func queue(
        _ queue: any OperationQueueProtocol<Operations.Operation>, didAdd operation: Operations.Operation
    ) {
        handler(.added(operation))
    }

    func queue(
        _ queue: any OperationQueueProtocol<Operations.Operation>, didFinish operation: Operations.Operation,
        errors: [any Error]
    ) {
        handler(.finished(operation, errors))
    }
}
