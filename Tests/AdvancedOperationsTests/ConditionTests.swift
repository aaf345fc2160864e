import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

private final class Canary: Sendable {}

/// Conditions, each test on both queues.
struct ConditionTests {
    @Test(arguments: Kind.allCases)
    func conditionsAreEvaluatedOnceBetweenDependenciesAndExecution(_ kind: Kind) async {
        let queue = kind.queue
        let log = Log<String>()
        let synchronous = BlockCondition {
            log.append("condition")
            return true
        }
        let waiting = LatchCondition()
        waiting.latch.open()
        for conditions: [any OperationCondition] in [[synchronous], [synchronous, waiting]] {
            let log = log
            let dependencies = [log.operation("dependency"), log.operation("dependency")]
            let operation = AdvancedBlockOperation { _ in log.append("operation") }
            for condition in conditions { operation.addCondition(condition) }
            for dependency in dependencies { operation.addDependency(dependency) }
            queue.addOperation(operation)
            queue.addOperations(dependencies)
            await operation.waitUntilFinished()
        }
        let once = ["dependency", "dependency", "condition", "operation"]
        #expect(log.entries == once + once)
    }

    @Test(arguments: Kind.allCases) func failedConditionEndsTheOperationWithItsErrorsAndWithoutItsWork(
        _ kind: Kind
    ) async {
        let queue = kind.queue
        let log = Log<String>()
        let operation = log.operation(
            "operation", BlockCondition { throw TestError(number: 1) }, BlockCondition { true },
            BlockCondition(name: "two") { false })
        let late = LatchCondition()
        operation.addCondition(late)
        operation.addObserver(log.observer)
        let dependent = log.operation("dependent")
        dependent.addDependency(operation)
        queue.addOperations([dependent, operation])
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries.sorted() == ["dependent", "did finish 2", "will finish 2"])
        #expect(operation.errors.count == 2 && !operation.isCancelled && operation.isFinished)
        #expect(operation.errors.first as? TestError == TestError(number: 1))
        #expect(
            operation.errors.last as? ConditionFailed
                == ConditionFailed("two", "its block returned false"))
        #expect(operation.aggregateError is AggregateError)
        #expect(!late.begun.isOpen, "what takes time isn't evaluated in vain")
    }

    @Test(arguments: Kind.allCases) func conditionThatTakesTimeFailsTheOperation(_ kind: Kind) async {
        let queue = kind.queue
        let log = Log<String>()
        let conditions = [
            LatchCondition(error: TestError(number: 1)), LatchCondition(),
            LatchCondition(error: TestError(number: 3)),
        ]
        let operation = log.operation("operation")
        for condition in conditions { operation.addCondition(condition) }
        queue.addOperation(operation)
        for condition in conditions.reversed() {
            await condition.begun.wait()
            condition.latch.open()
        }
        await operation.waitUntilFinished()
        #expect(log.entries.isEmpty)
        #expect(operation.errors.compactMap { ($0 as? TestError)?.number } == [1, 3])
    }

    @Test(arguments: Kind.allCases) func dependencyOfAConditionJoinsTheQueueAndPrecedes(_ kind: Kind) async {
        let queue = kind.queue(limit: 1)
        let log = Log<String>()
        // Asked for by two operations, it runs for each.
        let condition = DependentCondition {
            log.operation("dependency")
        } evaluated: {
            log.append("condition")
        }
        queue.setSuspended(true)
        queue.addOperation(log.operation("operation", condition))
        #expect(await queue.operationCount == 2)
        queue.addOperation(log.operation("operation", condition, SilentCondition(condition)))
        #expect(await queue.operationCount == 4)
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries.filter { $0 == "dependency" }.count == 2)
        #expect(log.entries.filter { $0 == "condition" }.count == 3)
        #expect(log.entries.first == "dependency" && log.entries.last == "operation")
    }

    @Test(arguments: Kind.allCases) func negatedConditionHasTheDependency(_ kind: Kind) async {
        let (queue, log) = (kind.queue(limit: 1), Log<String>())
        let condition = DependentCondition {
            log.operation("dependency")
        } evaluated: {
            log.append("condition")
        }
        let operation = log.operation("operation", NegatedCondition(condition))
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["dependency", "condition"] && operation.errors.count == 1)
    }

    /// What a condition does to its operation when it is asked for its dependency comes before the evaluation.
    @Test(arguments: Kind.allCases) func conditionIsNotEvaluatedOnceItsOperationIsToEndOrToWait(_ kind: Kind)
        async
    {
        let queue = kind.queue
        let dependency = AdvancedBlockOperation { _ in }
        let steps: [(name: String, step: @Sendable (AdvancedOperation) -> Void)] = [
            ("finish", { $0.finish() }), ("cancel", { $0.cancel() }),
            ("wait", { $0.addDependency(dependency) }),
        ]
        for (name, step) in steps {
            let log = Log<String>()
            weak var held: Canary?
            let operation = AdvancedBlockOperation { _ in log.append("operation") }
            do {
                let canary = Canary()
                held = canary
                operation.addCondition(
                    PreparedCondition(prepared: step) {
                        withExtendedLifetime(canary) { log.append("condition") }
                    })
            }
            queue.addOperation(operation)
            if name == "wait" {
                #expect(log.entries.isEmpty)
                queue.addOperation(dependency)
            }
            await operation.waitUntilFinished()
            #expect(log.entries == (name == "wait" ? ["condition", "operation"] : []), "\(name)")
            #expect(operation.isCancelled == (name == "cancel"))
            await queue.waitUntilAllOperationsAreFinished()
            #expect(held == nil, "\(name): the condition is kept")
        }
    }

    @Test(arguments: Kind.allCases) func evaluationTakesNoSlot(_ kind: Kind) async {
        let queue = kind.queue(limit: 1)
        let log = Log<String>()
        let condition = LatchCondition()
        let operation = log.operation("operation", condition)
        queue.addOperation(operation)
        await condition.begun.wait()
        #expect(!operation.isReady && !operation.isExecuting)
        let other = log.operation("other")
        queue.addOperation(other)
        await other.waitUntilFinished()
        condition.latch.open()
        await operation.waitUntilFinished()
        #expect(log.entries == ["other", "operation"])
    }

    @Test(arguments: Kind.allCases) func cancellingDuringEvaluationEndsTheOperationWithoutItsWork(
        _ kind: Kind
    ) async {
        let queue = kind.queue
        let log = Log<String>()
        let condition = LatchCondition(error: TestError())
        let operation = log.operation("operation", condition)
        operation.addObserver(log.observer)
        queue.addOperation(operation)
        await condition.begun.wait()
        operation.cancel()
        await operation.waitUntilFinished()
        condition.latch.open()
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["cancelled", "will finish 0", "did finish 0"])
        #expect(operation.errors.isEmpty && operation.isCancelled)
    }

    @Test(arguments: Kind.allCases) func readyMadeConditionsLookAtDependencies(_ kind: Kind) async {
        let queue = kind.queue
        let log = Log<String>()
        let failed = TaskOperation { _ in throw TestError() }
        let result = ResultOperation { throw TestError() }
        let cancelled = BlockOperation {}
        cancelled.cancel()
        let fine = ResultOperation { 1 }
        func check(_ name: String, _ dependencies: [Operation], _ condition: any OperationCondition) {
            let operation = log.operation(name, condition)
            for dependency in dependencies { operation.addDependency(dependency) }
            queue.addOperation(operation)
        }
        check("1", [failed, fine], NoFailedDependencies())
        check("2", [result], NoFailedDependencies())
        check("3", [fine, cancelled], NoFailedDependencies())
        check("4", [fine, cancelled], NoCancelledDependencies())
        check("5", [fine, failed], NoCancelledDependencies())
        check("6", [cancelled], NegatedCondition(NoCancelledDependencies()))
        check("7", [fine], NegatedCondition(NoCancelledDependencies()))
        queue.addOperations([failed, result, cancelled, fine])
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries.sorted() == ["3", "5", "6"])
    }

    @Test(arguments: Kind.allCases) func failuresGoDownALongChain(_ kind: Kind) async {
        let queue = kind.queue
        let log = Log<String>()
        var before: Operation = AdvancedBlockOperation { _ in throw TestError() }
        var operations = [before]
        for _ in 0..<20_000 {
            let next = log.operation("ran", NoFailedDependencies())
            next.addDependency(before)
            operations.append(next)
            before = next
        }
        queue.addOperations(operations)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries.isEmpty)
        #expect(operations.allSatisfy { ($0 as? any FailableOperation)?.errors.count == 1 })
    }

    @Test func operationWithConditionsIsNotReadyOutsideAQueue() {
        let operation = AdvancedBlockOperation { _ in }
        #expect(operation.isReady)
        operation.addCondition(BlockCondition { true })
        #expect(!operation.isReady)
        operation.cancel()
        #expect(operation.isReady)
        operation.start()
        #expect(operation.isFinished)
    }

    @Test(arguments: Kind.allCases) func nothingKeepsConditionsAndObserversAliveAfterTheEnd(_ kind: Kind)
        async
    {
        weak var condition: Canary?
        weak var observer: Canary?
        weak var unasked: Canary?
        let operation = AdvancedBlockOperation { _ in }
        let cancelled = AdvancedBlockOperation { _ in }
        do {
            let (first, second, third) = (Canary(), Canary(), Canary())
            (condition, observer, unasked) = (first, second, third)
            operation.addCondition(
                BlockCondition {
                    _ = first
                    return true
                })
            operation.addObserver(BlockObserver(startHandler: { _ in _ = second }))
            cancelled.addCondition(
                BlockCondition {
                    _ = third
                    return true
                })
            cancelled.cancel()
        }
        #expect(condition != nil && observer != nil && unasked != nil)
        let queue = kind.queue
        queue.addOperations([operation, cancelled])
        await queue.waitUntilAllOperationsAreFinished()
        #expect(condition == nil && observer == nil && unasked == nil)
        operation.addObserver(BlockObserver(finishHandler: { _, _ in Issue.record("told after the end") }))
    }
}
