public import Operations
public import QueueConformance

/// Family 12, and another kind of queue.
extension FaultySubject: DetailedSubject, CompleteAdvancedSubject, OtherQueueSubject {
    public func makeOtherKindOfQueue() -> OtherFaultyQueue { OtherFaultyQueue(in: domain, defect: defect) }

    public func makeAdvancedOperation(
        _ body: @escaping @Sendable (FaultyOperation) throws -> Void
    ) -> FaultyOperation {
        makeOperation(.throwing(body))
    }

    public func errors(of operation: FaultyOperation) -> [any Error] { operation.errors }

    public func finish(_ operation: FaultyOperation, with errors: [any Error]) {
        operation.finish(with: errors)
    }

    // MARK: Conditions

    public func makeCondition(
        dependency: (@Sendable () -> FaultyOperation)?, _ evaluate: @escaping @Sendable () throws -> Void
    ) -> AddableCondition<FaultyOperation> {
        addable(FaultyCondition(.immediate(evaluate), dependency: dependency))
    }

    public func makeAsyncCondition(
        _ evaluate: @escaping @Sendable () async throws -> Void
    ) -> AddableCondition<FaultyOperation> {
        addable(FaultyCondition(.awaited(evaluate)))
    }

    public func makeNegatedCondition(
        _ evaluate: @escaping @Sendable () throws -> Void
    ) -> AddableCondition<FaultyOperation> {
        addable(.negating(evaluate, defect))
    }

    private func addable(_ condition: FaultyCondition) -> AddableCondition<FaultyOperation> {
        AddableCondition { $0.add(condition) }
    }

    public func addCategory(_ category: String, to operation: FaultyOperation) {
        operation.addCategory(category)
    }

    // MARK: Observers, and what is produced

    public func addObserver(
        to operation: FaultyOperation, _ handler: @escaping @Sendable (ObservedEvent<FaultyOperation>) -> Void
    ) {
        operation.addObserver(handler)
    }

    public func produce(_ operation: FaultyOperation, from producer: FaultyOperation) {
        producer.produce(operation)
    }

    public func setDelegate(
        of queue: FaultyQueue, _ handler: @escaping @Sendable (DelegateEvent<FaultyOperation>) -> Void
    ) -> ObservationToken {
        queue.setDelegate(handler)
    }

    // MARK: Groups

    public func makeGroup(of operations: [FaultyOperation]) -> FaultyOperation {
        makeGroup(of: operations, retries: nil)
    }

    private func makeGroup(of operations: [FaultyOperation], retries: FaultyRetries?) -> FaultyOperation {
        let queue = makeQueue()
        let group = FaultyGroup(queue, retries: retries)
        let operation = makeOperation(.group(group))
        queue.group = operation
        for child in operations { _ = operation.add(child, toGroup: group) }
        return operation
    }

    private func group(_ operation: FaultyOperation) -> FaultyGroup {
        guard let group = operation.group else { fatalError("This operation is no group.") }
        return group
    }

    public func add(_ operation: FaultyOperation, toGroup group: FaultyOperation) -> Bool {
        group.add(operation, toGroup: self.group(group))
    }

    public func setSuspended(_ suspended: Bool, ofGroup group: FaultyOperation) {
        group.setSuspended(suspended, self.group(group))
    }

    public func setMaxConcurrentOperationCount(_ count: Int, ofGroup group: FaultyOperation) {
        group.setLimit(count, self.group(group))
    }

    // MARK: Time

    public func addTimeout(_ time: Duration, by clock: ControlledClock, to operation: FaultyOperation) {
        operation.addTimeout(time, by: clock)
    }

    public func isTimeout(_ error: any Error) -> Bool { error is FaultyOperation.TimeIsOver }

    public func makeRetry(
        attempts: Int, pause: Duration, by clock: ControlledClock,
        _ makeAttempt: @escaping @Sendable (Int) -> FaultyOperation
    ) -> FaultyOperation {
        makeGroup(of: [], retries: FaultyRetries(attempts, pause, clock, makeAttempt))
    }
}
