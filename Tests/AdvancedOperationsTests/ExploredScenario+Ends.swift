import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration

extension ExploredScenario {
    /// Evaluates across a suspension, and counts how often.
    private struct Suspending: OperationCondition {
        let name = "Suspending"
        let evaluations: Tally
        var fails = false

        func evaluate(for operation: AdvancedOperation) async throws {
            evaluations.add()
            await startTask {}.value
            if fails { throw TestError() }
        }
    }

    static let cancelledEvaluation = ExploredScenario(name: "cancel during evaluation") { kind in
        let (witness, evaluations) = (Witness(), Tally())
        let queue = kind.queue
        let operations = (0..<3).map { _ in witness.operation("a") }
        operations[0].addCondition(Suspending(evaluations: evaluations))
        operations[1].addCondition(Suspending(evaluations: evaluations))
        operations[1].addCondition(Suspending(evaluations: evaluations, fails: true))
        queue.addOperations(operations)
        let canceller = startTask {
            operations[0].cancel()
            operations[1].cancel()
        }
        await canceller.value
        for operation in operations { await operation.waitUntilFinished() }
        let errors = operations[1].errors.count
        await queue.waitUntilAllOperationsAreFinished()
        witness.expect(runs: 1...2, operations)
        ExploredSchedule.expect(evaluations.count <= 3, "evaluated \(evaluations.count) times")
        ExploredSchedule.expect(errors == operations[1].errors.count, "an error came after the end")
    }

    static let askedWhileEvaluated = ExploredScenario(name: "asked while conditions are evaluated") { kind in
        let (witness, evaluations) = (Witness(), Tally())
        let queue = kind.queue
        let operation = witness.operation("a")
        operation.addCondition(
            BlockCondition {
                evaluations.add()
                Latch().open()
                return true
            })
        let dependencies = [BlockOperation {}, BlockOperation {}]
        for dependency in dependencies { operation.addDependency(dependency) }
        let asker = startTask {
            for _ in 0..<3 { _ = operation.isReady }
            operation.removeDependency(dependencies[1])
        }
        queue.addOperation(operation)
        queue.addOperations(dependencies)
        await asker.value
        await operation.waitUntilFinished()
        await queue.waitUntilAllOperationsAreFinished()
        witness.expect(runs: 1...1, [operation])
        ExploredSchedule.expect(evaluations.count == 1, "evaluated \(evaluations.count) times")
    }

    static let racingFinishes = ExploredScenario(name: "finishes that race") { kind in
        let queue = kind.queue
        let (finished, started, cancelled) = (Tally(), Tally(), Tally())
        let operation = AdvancedBlockOperation { _ in throw TestError(number: 1) }
        operation.addObserver(
            BlockObserver(
                startHandler: { _ in started.add() },
                cancelHandler: { _ in
                    ExploredSchedule.expect(finished.count == 0, "told of the cancel after the end")
                    cancelled.add()
                }, finishHandler: { _, _ in finished.add() }))
        let canceller = startTask { operation.cancel() }
        queue.addOperation(operation)
        let finisher = startTask { operation.finish(errors: [TestError(number: 2)]) }
        await operation.waitUntilFinished()
        let errors = operation.errors.count
        await finisher.value
        await canceller.value
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.whenQuiescent {
            finished.count == 1 && started.count <= 1 ? nil : "told \(finished.count) ends"
        }
        ExploredSchedule.whenQuiescent {
            cancelled.count == (operation.isCancelled ? 1 : 0) ? nil : "told \(cancelled.count) cancels"
        }
        ExploredSchedule.expect(errors <= 1 && errors == operation.errors.count, "the errors have changed")
    }

    static let cancelledAtEnd = ExploredScenario(name: "a cancel with a reason that comes with the end") {
        kind in
        let queue = kind.queue
        let operation = AdvancedBlockOperation { _ in }
        let canceller = startTask { operation.cancel(with: TestError()) }
        queue.addOperation(operation)
        await operation.waitUntilFinished()
        await canceller.value
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.whenQuiescent {
            operation.errors.count == (operation.isCancelled ? 1 : 0)
                ? nil : "cancelled: \(operation.isCancelled), with \(operation.errors.count) errors"
        }
    }

    static let lateObserver = ExploredScenario(name: "observers that come late") { kind in
        let queue = kind.queue
        let operation = AdvancedBlockOperation { _ in }
        let (first, second) = (Tally(), Tally())
        let observer = { @Sendable (tally: Tally) in
            BlockObserver(
                willFinishHandler: { _, _ in tally.add(10) }, finishHandler: { _, _ in tally.add(1) })
        }
        let observers = [first, second].map { tally in startTask { operation.addObserver(observer(tally)) } }
        queue.addOperation(operation)
        await operation.waitUntilFinished()
        for observer in observers { await observer.value }
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.whenQuiescent {
            [first, second].allSatisfy { [0, 1, 11].contains($0.count) } ? nil : "told not just what followed"
        }
    }

    static let growingGroup = ExploredScenario(name: "a group that grows while it ends") { kind in
        let runs = Tally()
        let group = GroupOperation(
            operations: [
                AdvancedBlockOperation { operation in
                    operation.produceOperation(BlockOperation { runs.add() })
                    runs.add()
                }
            ], on: kind.ofGroup)
        let added = Tally()
        let adder = startTask { if group.addOperation(BlockOperation { runs.add() }) { added.add() } }
        let queue = Kind.locked.queue
        group.addObserver(
            BlockObserver(willFinishHandler: { _, _ in
                ExploredSchedule.expect(runs.count >= 2, "it ended before its operations")
            }))
        queue.addOperation(group)
        await group.waitUntilFinished()
        await adder.value
        ExploredSchedule.expect(runs.count == 2 + added.count, "\(runs.count) ran")
    }

    static let cancelledGroup = ExploredScenario(name: "a group that is cancelled while it adds") { kind in
        let witness = Witness()
        let operations = (0..<3).map { _ in witness.operation() }
        operations[2].addDependency(operations[0])
        let group = GroupOperation(operations: [operations[0]], on: kind.ofGroup, staysOpen: true)
        let adder = startTask {
            group.addOperation(operations[1])
            group.addOperation(operations[2])
            group.close()
        }
        let canceller = startTask { group.cancel() }
        Kind.locked.queue.addOperation(group)
        await adder.value
        await canceller.value
        await group.waitUntilFinished()
        for operation in operations {
            let isOver = operation.isFinished && (operation.isCancelled || witness.runs.count > 0)
            ExploredSchedule.expect(isOver, "one is neither done nor cancelled")
        }
    }

    static let delay = ExploredScenario(name: "a delay that is cancelled as it ends") { kind in
        let queue = kind.queue
        let finished = Tally()
        let delay = DelayOperation(.nanoseconds(50))
        delay.addObserver(BlockObserver(finishHandler: { _, _ in finished.add() }))
        queue.addOperation(delay)
        let canceller = startTask { delay.cancel() }
        await delay.waitUntilFinished()
        await canceller.value
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.whenQuiescent { finished.count == 1 ? nil : "told \(finished.count) ends" }
    }

    private final class Counting: OperationQueueDelegate {
        let state = Tally()
        func queue(_ queue: any OperationQueueProtocol<Operation>, willAdd operation: Operation) {
            ExploredSchedule.expect(state.add() == 1, "told out of order")
        }
        func queue(_ queue: any OperationQueueProtocol<Operation>, didAdd operation: Operation) {
            ExploredSchedule.expect(state.add(10) == 11, "told out of order")
        }
        func queue(
            _ queue: any OperationQueueProtocol<Operation>, didFinish operation: Operation,
            errors: [any Error]
        ) {
            ExploredSchedule.expect(state.add(100) == 111, "told out of order")
        }
    }

    static let delegate = ExploredScenario(name: "a delegate told of a quick operation") { kind in
        let queue = kind.queue as! any DelegatingQueue<Operation>
        let recorder = Counting()
        queue.delegate = recorder
        let operation = BlockOperation {}
        let canceller = startTask { operation.cancel() }
        queue.addOperation(operation)
        await operation.waitUntilFinished()
        await canceller.value
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.whenQuiescent { recorder.state.count == 111 ? nil : "not told of all" }
    }
}
