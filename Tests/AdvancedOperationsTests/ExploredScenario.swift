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

struct ExploredScenario: Sendable, CustomTestStringConvertible {
    let name: String
    let body: @Sendable (Kind) async -> Void

    var testDescription: String { name }

    static let all = [
        acrossQueues, cancelledInLine, suspended, crossing, lateDependency, barrier, cancelledEvaluation,
        askedWhileEvaluated, racingFinishes, cancelledAtEnd, lateObserver, growingGroup, cancelledGroup,
        delay, delegate,
    ]

    static let acrossQueues = ExploredScenario(name: "exclusive operations in three queues") { kind in
        let witness = Witness()
        let queues = [kind.queue, Kind.locked.queue(limit: 1), kind.queue(limit: 1)]
        let operations = (0..<4).map { _ in witness.operation("a") }
        operations[3].addDependency(operations[2])
        let other = startTask {
            queues[1].addOperation(operations[1])
            queues[1].addOperation(operations[3])
        }
        queues[0].addOperation(operations[0])
        queues[2].addOperation(operations[2])
        await other.value
        for operation in operations { await operation.waitUntilFinished() }
        witness.expect(runs: 4...4, operations)
    }

    static let cancelledInLine = ExploredScenario(name: "cancel and end in line") { kind in
        let witness = Witness()
        let (queue, second) = (kind.queue, Kind.locked.queue)
        // The one that is ended may be in the middle of its work: so it isn't witnessed.
        let ended = AdvancedBlockOperation { _ in }
        ended.addCondition(MutuallyExclusive<ExploredCategory>("a"))
        let operations = [witness.operation("a"), witness.operation("a"), ended, witness.operation("a")]
        queue.addOperation(operations[2])
        let canceller = startTask {
            operations[1].cancel()
            operations[2].finish(errors: [TestError()])
        }
        queue.addOperation(operations[0])
        second.addOperation(operations[1])
        second.addOperation(operations[3])
        await canceller.value
        for operation in operations { await operation.waitUntilFinished() }
        witness.expect(runs: 2...3, operations)
    }

    static let suspended = ExploredScenario(name: "suspension and limit 0 in line") { kind in
        let witness = Witness()
        let (queue, second) = (kind.queue, Kind.actor.queue)
        let operations = (0..<4).map { _ in witness.operation("a") }
        let toggler = startTask {
            queue.setSuspended(true)
            second.setMaxConcurrentOperationCount(0)
            queue.setSuspended(false)
            second.setMaxConcurrentOperationCount(1)
        }
        for (index, operation) in operations.enumerated() {
            (index % 2 == 0 ? queue : second).addOperation(operation)
        }
        await toggler.value
        for operation in operations { await operation.waitUntilFinished() }
        witness.expect(runs: 4...4, operations)
    }

    static let crossing = ExploredScenario(name: "categories taken crosswise") { kind in
        let witness = Witness()
        let (queue, second) = (kind.queue, Kind.locked.queue(limit: 1))
        let operations = [
            witness.operation("a", "b"), witness.operation("b", "a"), witness.operation("a", "a", "b"),
            witness.operation("b", "a"),
        ]
        let adder = startTask {
            second.addOperation(operations[1])
            second.addOperation(operations[3])
        }
        queue.addOperations([operations[0], operations[2]])
        await adder.value
        for operation in operations { await operation.waitUntilFinished() }
        witness.expect(runs: 4...4, operations)
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
}
