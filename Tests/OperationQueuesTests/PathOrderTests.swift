import ConcurrencyPrimitives
import Dispatch
import Operations
import RandomNumbers
import Testing

@testable import OperationQueues

/// The order of the strategy `critical-path`.
@Suite struct PathOrderTests {
    private static let priorities: [QueuePriority] = [.veryLow, .low, .normal, .high, .veryHigh]

    private typealias Queue = BatchingQueue<Operation> & LimitedQueue<Operation> & SuspendableQueue<Operation>

    /// The names of the operations that `make` gives, which are added together, in the order in which they run one at a time
    /// while another operation has one of two slots.
    private func order(
        in queue: some Queue = LockedOperationQueue(strategy: .criticalPath),
        limit: Int = 2, _ make: (Log<String>) -> [Operation], whileSuspended: ([Operation]) -> Void = { _ in }
    ) async -> [String] {
        let log = Log<String>()
        let (began, release) = (Latch("the other operation has begun"), Latch("the other operation may end"))
        queue.setMaxConcurrentOperationCount(2)
        queue.addOperation(
            BlockOperation {
                began.open()
                release.waitBlocking()
            })
        await began.wait()
        queue.setSuspended(true)
        let operations = make(log)
        queue.addOperations(operations)
        whileSuspended(operations)
        if limit == 1 {
            queue.setMaxConcurrentOperationCount(1)
            release.open()
        }
        queue.setSuspended(false)
        for operation in operations { await operation.waitUntilFinished() }
        release.open()
        await queue.waitUntilAllOperationsAreFinished()
        return log.entries
    }

    private func named(_ name: String, in log: Log<String>, after others: Operation...) -> Operation {
        let operation = BlockOperation { log.append(name) }
        for other in others { operation.addDependency(other) }
        return operation
    }

    @Test func longestPathGoesFirst() async {
        let order = await order { log in
            let leaves = ["x", "y"].map { named($0, in: log) }
            let short = named("b1", in: log)
            let first = named("a1", in: log)
            let second = named("a2", in: log, after: first)
            return leaves + [
                short, named("b2", in: log, after: short), first, second, named("a3", in: log, after: second),
            ]
        }
        #expect(order == ["a1", "b1", "a2", "x", "y", "b2", "a3"])
    }

    private func paths(in log: Log<String>) -> [Operation] {
        let (leaf, short, long) = (named("leaf", in: log), named("b1", in: log), named("a1", in: log))
        let second = named("a2", in: log, after: long)
        return [
            leaf, short, named("b2", in: log, after: short), long, second,
            named("a3", in: log, after: second),
        ]
    }

    @Test func actorDoesTheSame() async {
        let order = await order(in: ActorOperationQueue(strategy: .criticalPath)) { paths(in: $0) }
        #expect(order == ["a1", "b1", "a2", "leaf", "b2", "a3"])
    }

    /// Rule 5.1, also for what was listed while the limit was another.
    @Test func atLimit1TheOrderIsThatOfAdding() async {
        let order = await order(limit: 1) { paths(in: $0) }
        #expect(order == ["leaf", "b1", "a1", "b2", "a2", "a3"])
    }

    /// Its place in the new priority is by its path, too.
    @Test func changedPriorityKeepsThePath() async {
        let order = await order {
            paths(in: $0)
        } whileSuspended: { operations in
            for operation in operations { operation.queuePriority = .high }
        }
        #expect(order == ["a1", "b1", "a2", "leaf", "b2", "a3"])
    }

    @Test func priorityCountsMoreThanThePath() async {
        let order = await order { log in
            let (first, urgent) = (named("a1", in: log), named("urgent", in: log))
            urgent.queuePriority = .high
            return [first, named("a2", in: log, after: first), urgent]
        }
        #expect(order == ["urgent", "a1", "a2"])
    }

    /// Those that one end releases keep their order.
    @Test func dependentsGoFirstInTheOrderOfAdding() async {
        let order = await order(in: LockedOperationQueue(strategy: .dependentsFirst)) { log in
            let first = named("first", in: log)
            let others = ["a", "b", "c"].map { named($0, in: log, after: first) }
            return [first, named("other", in: log)] + others
        }
        #expect(order == ["first", "a", "b", "c", "other"])
    }

    /// They go before what is added after them, and not before what came earlier.
    @Test func dependentsGoFirstAndNotTheirPath() async {
        let order = await order(in: LockedOperationQueue(strategy: .dependentsFirst)) { log in
            let first = named("first", in: log)
            let others = ["a", "b", "c"].map { named($0, in: log, after: first) }
            return [named("other", in: log), first] + others
        }
        #expect(order == ["other", "first", "a", "b", "c"])
    }

    @Test func strategyIsBackWhenTheUnderlyingQueueIsGone() {
        var settings = QueueSettings(.criticalPath)
        settings.underlyingQueue = DispatchQueue(label: "underlying")
        #expect(settings.strategy.order != .longestPath)
        settings.underlyingQueue = nil
        #expect(settings.strategy.order == .longestPath)
    }

    /// Of two paths to one operation the longer counts.
    @Test func joinIsReachedByTheLongerPath() async {
        let order = await order { log in
            let (short, long) = (named("short", in: log), named("long", in: log))
            let middle = named("middle", in: log, after: long)
            return [short, long, middle, named("join", in: log, after: short, middle)]
        }
        #expect(order == ["long", "short", "middle", "join"])
    }

    @Test func pathIsAsLongAsItsOperationsAreManyUpToABound() async {
        for length in [0, 1, 5, 31, 32, 500] {
            let queue = LockedOperationQueue()
            queue.isSuspended = true
            let operations = (0...length).map { _ in BlockOperation {} }
            for (dependency, operation) in zip(operations, operations.dropFirst()) {
                operation.addDependency(dependency)
            }
            for operation in operations { queue.addOperation(operation) }
            var seen: [Operation] = []
            let bound = min(length, Operation.longestPath)
            #expect(operations[0].lengthOfPath(seen: &seen) == bound)
            #expect(seen.count == bound)
            queue.isSuspended = false
            await queue.waitUntilAllOperationsAreFinished()
        }
    }

    /// The operations of a suspended queue that has `operations`, until `look` has looked at them.
    private func looking(at operations: [Operation], _ look: () -> Void) async {
        let queue = LockedOperationQueue()
        queue.isSuspended = true
        for operation in operations { queue.addOperation(operation) }
        look()
        queue.isSuspended = false
        await queue.waitUntilAllOperationsAreFinished()
    }

    /// Many that wait side by side don't make it look at many.
    @Test func wideGraphIsLookedAtToABound() async {
        let layers = (0..<40).map { _ in (0..<30).map { _ in BlockOperation {} } }
        for (above, below) in zip(layers, layers.dropFirst()) {
            for operation in below { for dependency in above { operation.addDependency(dependency) } }
        }
        await looking(at: layers.flatMap(\.self)) {
            var seen: [Operation] = []
            // In turns four of a layer, and the one of the next that all four have first.
            #expect(layers[0][0].lengthOfPath(seen: &seen) == 26)
            #expect(seen.count == 65)
        }
    }

    /// What has ended leaves holes in the list of dependents.
    @Test func holesAreLookedOver() async {
        let dependents = (0..<60).map { _ in BlockOperation {} }
        let first = BlockOperation {}
        for dependent in dependents { dependent.addDependency(first) }
        await looking(at: [first] + dependents) {
            for dependent in dependents.prefix(20) { dependent.removeDependency(first) }
            var seen: [Operation] = []
            #expect(first.lengthOfPath(seen: &seen) == 1)
            #expect(seen.map(ObjectIdentifier.init) == dependents[20..<24].map(ObjectIdentifier.init))
        }
    }

    /// A reference to what was looked at may be the last, and its release run a client's code.
    @Test func whatWasLookedAtIsReleasedWithTheActions() {
        var core = SchedulingCore(QueueSettings(.criticalPath))
        let (listed, first, second) = (BlockOperation {}, BlockOperation {}, BlockOperation {})
        second.addDependency(first)
        // Only added operations are followed; the other queue's don't run.
        let other = LockedOperationQueue()
        other.isSuspended = true
        other.addOperation(second)
        var actions = QueueActions()
        core.ready.append(listed)
        core.list(first, &actions)
        #expect(actions.lists.seen.count == 1 && !actions.runsNoClientsCode)
        second.cancel()
        other.isSuspended = false
        other.waitUntilAllOperationsAreFinished()
        // The list holds no references to what is in it.
        for operation in [first, listed] { core.ready.remove(operation) }
    }

    /// A visit that has found many looks no further.
    @Test func visitLooksAtSoManyOnly() async {
        let (first, second) = (BlockOperation {}, BlockOperation {})
        second.addDependency(first)
        await looking(at: [second]) {
            for (seen, length) in [(4_095, 1), (4_096, 0)] {
                var core = SchedulingCore(QueueSettings(.criticalPath))
                var actions = QueueActions()
                actions.lists.seen = Array(repeating: second, count: seen)
                core.list(first, &actions)
                #expect(first.membership.pathLength == length)
                core.ready.remove(first)
            }
            second.cancel()
        }
    }

    @Test func whatIsInNoQueueIsNoPath() {
        let (first, second) = (BlockOperation {}, BlockOperation {})
        second.addDependency(first)
        var seen: [Operation] = []
        #expect(first.lengthOfPath(seen: &seen) == 0)
        #expect(seen.isEmpty)
    }

    /// Against a sorted array.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func listsKeepTheOrderOfPathsWhateverLeaves(seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        var lists = ReadyLists()
        var expected: [(operation: Operation, level: Int, length: Int)] = []
        for _ in 0..<400 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where !expected.isEmpty:
                lists.remove(expected.remove(at: .random(in: expected.indices, using: &random)).operation)
            case 1 where !expected.isEmpty:
                let first = lists.popFirst()
                #expect(first?.takeUnretainedValue() === expected.removeFirst().operation)
            default:
                let operation = BlockOperation {}
                let level = Int.random(in: 0..<5, using: &random)
                let length = Int.random(in: 0...Operation.longestPath, using: &random)
                operation.queuePriority = Self.priorities[level]
                lists.insert(operation, pathLength: length)
                let place = expected.firstIndex { ($0.level, $0.length) < (level, length) }
                expected.insert((operation, level, length), at: place ?? expected.endIndex)
            }
            #expect(lists.count == expected.count)
        }
        for each in expected { #expect(lists.popFirst()?.takeUnretainedValue() === each.operation) }
        #expect(lists.popFirst() == nil)
    }
}
