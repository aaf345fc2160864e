private import AdvancedOperations
public import OperationQueues
internal import Operations
public import QueueBenchmarking

extension LockSubject: AdvancedBenchmarkSubject {
    public func add(
        _ indices: Range<Int>, with parts: AdvancedParts, to queue: LockedOperationQueue,
        marking mark: OperationMark, calls: OperationMark
    ) {
        for index in indices { queue.addOperation(advancedOperation(index, with: parts, mark, calls)) }
    }
}

extension ActorSubject: AdvancedBenchmarkSubject {
    public func add(
        _ indices: Range<Int>, with parts: AdvancedParts, to queue: ActorOperationQueue,
        marking mark: OperationMark, calls: OperationMark
    ) {
        for index in indices { queue.addOperation(advancedOperation(index, with: parts, mark, calls)) }
    }
}

/// What users write.
private func advancedOperation(
    _ index: Int, with parts: AdvancedParts, _ mark: OperationMark, _ calls: OperationMark
) -> AdvancedOperation {
    let operation = AdvancedBlockOperation { _ in mark.run(index) }
    for _ in 0..<parts.conditions { operation.addCondition(MarkingCondition(index: index, calls: calls)) }
    for category in 0..<parts.categories {
        operation.addCondition(
            category == 0
                ? MutuallyExclusive<MarkingCondition>() : MutuallyExclusive<MarkingCondition>("\(category)"))
    }
    for _ in 0..<parts.observers { operation.addObserver(MarkingObserver(index: index, calls: calls)) }
    return operation
}

/// Passes, and marks that it was evaluated.
private struct MarkingCondition: SynchronousOperationCondition {
    let index: Int
    let calls: OperationMark

    var name: String { "MarkingCondition" }

    func evaluateNow(for operation: AdvancedOperation) { calls.run(index) }
}

/// Marks that it was notified of the end.
private struct MarkingObserver: OperationObserver {
    let index: Int
    let calls: OperationMark

    func operationDidFinish(_ operation: AdvancedOperation, errors: [any Error]) { calls.run(index) }
}
