internal import ConcurrencyPrimitives
internal import Operations

extension AdvancedOperation {
    /// Makes the operation depend on a condition, which is evaluated when its dependencies have finished.
    ///
    /// If it is mutually exclusive, the operation runs with no other of the same category in this process.
    ///
    /// Verified by rules 12.1 to 12.3 and 12.12 to 12.15.
    ///
    /// - Precondition: The operation hasn't been added to a queue, nor started.
    public final func addCondition(_ condition: any OperationCondition) {
        guard prepareWhenAdded() else {
            misuse(
                "12.1", "a condition was added to \(described), which had been added to a queue or started.")
        }
        // Who has ended it has let go of its conditions, or sees that it has some: so the look changes the word by nothing.
        record.withLock { if stage.formUnion(0) & Stage.isFinishing == 0 { $0.add(condition) } }
    }

    /// Evaluates the conditions, if nobody has done so before. True if that is done.
    final func evaluate() -> Bool {
        var before = stage.load()
        while true {
            if before & Stage.evaluated != 0 { return true }
            let after = before | (before & Stage.isEvaluating == 0 ? Stage.isEvaluating : Stage.isMissed)
            if after == before { return false }
            let (exchanged, original) = stage.compareExchange(expected: before, desired: after)
            if exchanged { break }
            before = original
        }
        if before & Stage.isEvaluating != 0 { return false }

        return evaluate(record.withLock { $0.takeConditions() })
    }

    /// Evaluates the conditions, for who has set `isEvaluating`. False if some of them take their time.
    private func evaluate(_ conditions: AdvancedRecord.Conditions) -> Bool {
        var errors: [any Error] = []
        var waiting: [any OperationCondition] = []
        conditions.forEach { condition in
            guard let synchronous = condition.synchronous else { return waiting.append(condition) }
            do { try synchronous.evaluateNow(for: self) } catch { errors.append(error) }
        }
        if errors.isEmpty, !waiting.isEmpty {
            ConditionEvaluation(waiting).start(for: self)
            return false
        }
        if conclude(errors) { readinessDidChange() }
        return true
    }

    /// Says how the evaluation came out. True if somebody has asked meanwhile.
    final func conclude(_ errors: [any Error]) -> Bool {
        if errors.isEmpty {
            // One that is ended by hand doesn't run: it would hold up its categories until that end is done.
            if !has(Stage.isFinishing) { becomeEligible() }
        } else {
            addErrors(errors)
        }
        let result = errors.isEmpty ? Stage.evaluated : Stage.evaluated | Stage.hasFailed
        return stage.formUnion(result) & Stage.isMissed != 0
    }

    /// Has what the conditions depend on join the queue, and evaluates the conditions if there is nothing to wait for. Called once,
    /// by the thread that adds the operation.
    ///
    /// - Returns: Whether the operation shares categories.
    final func prepare() -> Bool {
        if hasBeenCancelled {
            _ = stage.formUnion(Stage.isPrepared)
            return false
        }
        let waits = hasHadDependencies
        let conditions = record.withLock { waits ? $0.conditions : $0.takeConditions() }
        conditions.forEach { condition in
            if let category = condition.exclusivityCategory?.key {
                if let exclusivityEntry {
                    exclusivityEntry.append(category)
                } else {
                    exclusivityEntry = ExclusivityEntry(category)
                }
            }
            guard let dependency = condition.dependency(for: self) else { return }
            addDependency(dependency)
            ownerWhileJoining!.addOperation(dependency)
        }
        if waits {
            _ = stage.formUnion(Stage.isPrepared)
        } else if hasHadDependencies || hasBeenCancelled || has(Stage.isFinishing) {
            // Not if the end has begun, which lets go of them: it takes this lock after it has set the bit.
            record.withLock { if !has(Stage.isFinishing) { $0.putBack(conditions) } }
            _ = stage.formUnion(Stage.isPrepared)
        } else {
            // At once: the next call of `isReady` would do so, and take the conditions out again.
            _ = stage.formUnion(Stage.isPrepared | Stage.isEvaluating)
            _ = evaluate(conditions)
        }
        return exclusivityEntry != nil
    }
}

/// The evaluation of conditions that take their time, each in a task of its own.
private final class ConditionEvaluation: Sendable {
    private let conditions: [any OperationCondition]
    private let errors: Mutex<[(any Error)?]>
    /// Those that aren't done. Who brings it to 0 has seen what all the others wrote.
    private let remaining: Atomic<Int>

    init(_ conditions: [any OperationCondition]) {
        self.conditions = conditions
        errors = Mutex(Array(repeating: nil, count: conditions.count))
        remaining = Atomic(conditions.count)
    }

    func start(for operation: AdvancedOperation) {
        let tasks = conditions.indices.map { index in
            startTask {
                do {
                    try await self.conditions[index].evaluate(for: operation)
                } catch {
                    self.errors.withLock { $0[index] = error }
                }
                if self.remaining.adding(-1) == 0 { self.end(for: operation) }
            }
        }
        let isOver = operation.record.withLock { record in
            if operation.stage.formUnion(Stage.usesRecord) & Stage.isFinishing != 0 { return true }
            record.makeRare().evaluations = tasks
            return false
        }
        // A cancel or an end that came before has found no task there.
        if isOver || operation.hasBeenCancelled { for task in tasks { task.cancel() } }
    }

    private func end(for operation: AdvancedOperation) {
        _ = operation.conclude(errors.withLock { $0 }.compactMap { $0 })
        // Who asked has got the answer that it wasn't done.
        operation.readinessDidChange()
        _ = operation.record.withLock { $0.takeEvaluations() }
    }
}
