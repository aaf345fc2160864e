import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Synchronization
import Testing

/// Counts without being a point of choice.
final class Tally: Sendable {
    private let value = Synchronization.Atomic<Int>(0)
    var count: Int { value.load(ordering: .relaxed) }
    @discardableResult func add(_ amount: Int = 1) -> Int {
        value.wrappingAdd(amount, ordering: .relaxed).newValue
    }
}

enum ExploredCategory {}

/// The operations that scenarios have made, to see that they are let go: also by the lines in which they stood.
final class Living: Sendable {
    private struct Weak: Sendable { weak var operation: Operation? }

    static let shared = Living()
    private let all = Synchronization.Mutex<[Weak]>([])

    func add(_ operation: Operation) { all.withLock { $0.append(Weak(operation: operation)) } }

    /// How many there are of those that were added, which are forgotten.
    func take() -> Int {
        all.withLock { all in
            defer { all = [] }
            return all.count { $0.operation != nil }
        }
    }
}

/// Notes runs, and that two were inside at a time.
final class Witness: Sendable {
    private let inside = Tally()
    let met = Tally()
    let runs = Tally()

    func operation(_ keys: String...) -> AdvancedBlockOperation {
        let operation = AdvancedBlockOperation { _ in
            if self.inside.add() > 1 { self.met.add() }
            // A point at which another could come in.
            Latch().open()
            self.inside.add(-1)
            self.runs.add()
        }
        Living.shared.add(operation)
        for key in keys { operation.addCondition(MutuallyExclusive<ExploredCategory>(key)) }
        return operation
    }

    func expect(runs range: ClosedRange<Int>, _ operations: [Operation]) {
        ExploredSchedule.expect(met.count == 0, "two of a category met")
        ExploredSchedule.expect(range.contains(runs.count), "\(runs.count) ran")
        ExploredSchedule.expect(
            operations.allSatisfy { $0.isFinished && !$0.isExecuting }, "one hasn't ended")
    }
}

/// Calls a closure once its end has begun.
private final class EndingSlowly: AdvancedOperation, @unchecked Sendable {
    private let whileEnding: @Sendable () -> Void

    init(_ whileEnding: @escaping @Sendable () -> Void) { self.whileEnding = whileEnding }

    override func willFinish(errors: [any Error]) { whileEnding() }

    /// Who ends it has let go of its conditions by now: nobody knows whether it may run.
    override func main() { ExploredSchedule.expect(false, "one that is being ended has run") }
}

struct ExploredScenario: Sendable, CustomTestStringConvertible {
    let name: String
    let body: @Sendable (Kind) async -> Void

    var testDescription: String { name }

    static let all = [
        endedInLine, endedBeforeItsTurn, lateDependency, barrier, toldCancel, cancelledAtEnd, delay,
        cancelledFromItsTask, cancelledDelay, toldInOrder, cancelledAtItsBeginning,
    ]

    static let endedInLine = ExploredScenario(name: "one that is ended in line") { kind in
        let witness = Witness()
        let (queue, second) = (kind.queue, Kind.locked.queue)
        // It may be ended in the middle of its work: so it isn't witnessed.
        let ended = AdvancedBlockOperation { _ in }
        ended.addCondition(MutuallyExclusive<ExploredCategory>("a"))
        let operations = [witness.operation("a"), ended, witness.operation("a")]
        queue.addOperation(ended)
        let ender = startTask { ended.finish(errors: [TestError()]) }
        queue.addOperation(operations[0])
        second.addOperation(operations[2])
        await ender.value
        for operation in operations { await operation.waitUntilFinished() }
        witness.expect(runs: 2...2, operations)
    }

    static let endedBeforeItsTurn = ExploredScenario(
        name: "a dependency that ends during the end of one that waits"
    ) {
        kind in
        let (queue, second) = (kind.queue, Kind.locked.queue)
        let hasRun = Latch()
        let dependency = AdvancedBlockOperation { _ in }
        let next = AdvancedBlockOperation { _ in hasRun.open() }
        let ended = EndingSlowly {
            dependency.finish()
            second.addOperation(next)
            // It would wait for ever if the one that ends had taken the turn.
            hasRun.waitBlocking()
        }
        for operation in [ended, next] {
            operation.addCondition(MutuallyExclusive<ExploredCategory>("a"))
            Living.shared.add(operation)
        }
        ended.addCondition(BlockCondition { false })
        ended.addDependency(dependency)
        queue.addOperation(ended)
        ended.finish()
        await queue.waitUntilAllOperationsAreFinished()
        await second.waitUntilAllOperationsAreFinished()
        ExploredSchedule.expect(ended.isFinished && next.isFinished, "one hasn't ended")
    }

    /// Counts what is scheduled.
    private struct CountingClock: OperationClock {
        let pending = Tally()

        func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> ScheduledCall {
            pending.add()
            let isWithdrawn = Tally()
            // A point at which a cancel could come in.
            Latch().open()
            return ScheduledCall { [pending] in if isWithdrawn.add() == 1 { pending.add(-1) } }
        }
    }

    static let cancelledDelay = ExploredScenario(name: "a delay that is cancelled as it begins") { kind in
        let (queue, clock) = (kind.queue, CountingClock())
        let delay = DelayOperation(.seconds(1), clock: clock)
        Living.shared.add(delay)
        queue.addOperation(delay)
        let canceller = startTask { delay.cancel() }
        await delay.waitUntilFinished()
        ExploredSchedule.expect(clock.pending.count == 0, "it has finished, and its end is still scheduled")
        await canceller.value
        await queue.waitUntilAllOperationsAreFinished()
    }

    private final class Ends: OperationQueueDelegate {
        let names = Synchronization.Mutex<[String]>([])

        func queue(
            _ queue: any OperationQueueProtocol<Operation>, didFinish operation: Operation,
            errors: [any Error]
        ) {
            names.withLock { $0.append(operation.name ?? "") }
        }
    }

    static let toldInOrder = ExploredScenario(name: "ends of a dependency and its dependent, told") { kind in
        let (queue, ends) = (kind.queue(limit: 2), Ends())
        (queue as! any DelegatingQueue<Operation>).delegate = ends
        let operations = ["dependency", "dependent"].map { name in
            let operation = BlockOperation {}
            operation.name = name
            Living.shared.add(operation)
            return operation
        }
        operations[1].addDependency(operations[0])
        for operation in operations { queue.addOperation(operation) }
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.whenQuiescent {
            let told = ends.names.withLock(\.self)
            return told == ["dependency", "dependent"]
                ? nil : "the delegate was notified of the ends of \(told)"
        }
    }

    static let cancelledFromItsTask = ExploredScenario(name: "work that cancels its own operation") { kind in
        let (queue, cancelled) = (kind.queue, Tally())
        let task = AdvancedTaskOperation { operation in
            operation.cancel()
            if Task.isCancelled { cancelled.add() }
        }
        let itself = Synchronization.Mutex<AdvancedOperation?>(nil)
        let pipeline = PipelineOperation<Void>(awaiting: {
            itself.withLock(\.self)?.cancel()
            if Task.isCancelled { cancelled.add() }
        })
        itself.withLock { $0 = pipeline }
        for operation in [task, pipeline] {
            Living.shared.add(operation)
            queue.addOperation(operation)
        }
        await queue.waitUntilAllOperationsAreFinished()
        itself.withLock { $0 = nil }
        ExploredSchedule.expect(cancelled.count == 2, "\(cancelled.count) of 2 tasks were cancelled at once")
    }

    static let lateDependency = ExploredScenario(name: "dependency added to one with its turn") { kind in
        let witness = Witness()
        let queue = kind.queue(limit: 1)
        let operations = (0..<3).map { _ in witness.operation("a") }
        let editor = startTask {
            operations[0].addDependency(operations[1])
            queue.addOperation(operations[1])
        }
        queue.addOperation(operations[2])
        queue.addOperation(operations[0])
        await editor.value
        for operation in operations { await operation.waitUntilFinished() }
        witness.expect(runs: 3...3, operations)
    }

    static let barrier = ExploredScenario(name: "exclusive operations around a barrier") { kind in
        let witness = Witness()
        let (queue, second) = (kind.queue, Kind.locked.queue)
        let operations = (0..<4).map { _ in witness.operation("a") }
        let gate = BlockOperation {}
        operations[0].addDependency(gate)
        queue.addOperation(operations[0])
        queue.addBarrierBlock {}
        let adder = startTask { second.addOperations([operations[2], gate]) }
        queue.addOperation(operations[1])
        queue.addOperation(operations[3])
        operations[3].cancel()
        await adder.value
        for operation in operations { await operation.waitUntilFinished() }
        await queue.waitUntilAllOperationsAreFinished()
        witness.expect(runs: 3...4, operations)
    }

    static let toldCancel = ExploredScenario(name: "a cancel with an observer, and ends that race") { kind in
        let queue = kind.queue
        let (finished, cancelled) = (Tally(), Tally())
        let operation = AdvancedBlockOperation { _ in }
        operation.addObserver(
            BlockObserver(
                cancelHandler: { _ in
                    ExploredSchedule.expect(finished.count == 0, "told of the cancel after the end")
                    cancelled.add()
                }, finishHandler: { _, _ in finished.add() }))
        let canceller = startTask { operation.cancel() }
        queue.addOperation(operation)
        let finisher = startTask { operation.finish(errors: [TestError()]) }
        await operation.waitUntilFinished()
        await finisher.value
        await canceller.value
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.whenQuiescent {
            if finished.count != 1 { return "told \(finished.count) ends" }
            return cancelled.count == (operation.isCancelled ? 1 : 0)
                ? nil : "told \(cancelled.count) cancels"
        }
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
}
