import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Dependencies between operations in queues.
struct QueuedDependencyTests {
    /// The order in which operations run that are made of these dependencies, each a dependent and what it depends on.
    private static func order(
        _ count: Int, _ dependencies: [(Int, Int)], limit: Int = 1, _ prepare: (([Operation]) -> Void)? = nil
    ) -> [Int] {
        let log = Log<Int>(), queue = OperationQueue()
        queue.maxConcurrentOperationCount = limit
        let operations = (0..<count).map { number in BlockOperation { log.append(number) } }
        for (dependent, dependency) in dependencies {
            operations[dependent].addDependency(operations[dependency])
        }
        prepare?(operations)
        queue.addOperations(operations, waitUntilFinished: true)
        return log.entries
    }

    @Test(arguments: [1, 2, 8, -1]) func reversedChainRunsInItsOrder(limit: Int) async {
        let runs = await onThread { Self.order(20, (0..<19).map { ($0, $0 + 1) }, limit: limit) }
        #expect(runs == (0..<20).reversed())
    }

    @Test(arguments: [1, 2, -1]) func fanInRunsLast(limit: Int) async {
        let runs = await onThread { Self.order(11, (1...10).map { (0, $0) }, limit: limit) }
        #expect(runs.count == 11)
        #expect(runs.last == 0)
    }

    @Test(arguments: [1, 2, -1]) func fanOutRunsFirst(limit: Int) async {
        let runs = await onThread { Self.order(11, (0..<10).map { ($0, 10) }, limit: limit) }
        #expect(runs.count == 11)
        #expect(runs.first == 10)
    }

    @Test func diamondMeets() async {
        let runs = await onThread { Self.order(4, [(1, 0), (2, 0), (3, 1), (3, 2)], limit: 2) }
        #expect(runs.first == 0)
        #expect(runs.last == 3)
        #expect(runs.sorted() == [0, 1, 2, 3])
    }

    @Test func dependentsOfACancelledOperationRun() async {
        let runs = await onThread { Self.order(3, [(1, 0), (2, 1)]) { $0[0].cancel() } }
        #expect(runs == [1, 2])
    }

    @Test func cancelledDependentDoesNotWait() async {
        let (isFinished, runs) = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            let dependency = BlockOperation { log.append(0) }, dependent = BlockOperation { log.append(1) }
            dependent.addDependency(dependency)
            queue.addOperation(dependent)
            dependent.cancel()
            dependent.waitUntilFinished()
            let isFinished = dependency.isFinished
            queue.addOperation(dependency)
            queue.waitUntilAllOperationsAreFinished()
            return (isFinished, log.entries)
        }
        #expect(!isFinished)
        #expect(runs == [0])
    }

    @Test func dependencyMayBeInAnotherQueue() async {
        let entries = await onThread {
            let queues = [OperationQueue(), OperationQueue()], log = Log<Int>()
            let first = BlockOperation { log.append(1) }, second = BlockOperation { log.append(2) }
            second.addDependency(first)
            queues[0].addOperation(second)
            queues[1].addOperation(first)
            for queue in queues { queue.waitUntilAllOperationsAreFinished() }
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func dependencyMayBeStartedByHand() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            let first = BlockOperation { log.append(1) }, second = BlockOperation { log.append(2) }
            second.addDependency(first)
            queue.addOperation(second)
            first.start()
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func dependencyAddedWhileTheQueueIsHeldCounts() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            let first = BlockOperation { log.append(1) }, second = BlockOperation { log.append(2) }
            queue.addOperation(second)
            queue.addOperation(first)
            second.addDependency(first)
            queue.drain()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func waitingOperationHoldsUpNobodyElse() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>(), elsewhere = Operation()
            queue.maxConcurrentOperationCount = 1
            let held = BlockOperation { log.append(0) }
            held.addDependency(elsewhere)
            held.queuePriority = .veryHigh
            queue.addOperation(held)
            queue.addOperations([BlockOperation { log.append(1) }], waitUntilFinished: true)
            elsewhere.start()
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1, 0])
    }

    @Test func effectsOfADependencyAreSeen() async {
        let sum = await onThread {
            let queue = OperationQueue(), parts = (0..<8).map { PartialSum($0 * 100..<($0 + 1) * 100) }
            let total = TotalSum()
            for part in parts { total.addDependency(part) }
            queue.addOperations(parts + [total], waitUntilFinished: true)
            return total.sum
        }
        #expect(sum == (0..<800).reduce(0, +))
    }

    @Test func operationAddedByItsDependencyRuns() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            let last = BlockOperation { log.append(3) }
            // Unowned, or the two would own each other.
            let first = BlockOperation { [unowned last] in
                log.append(1)
                let middle = BlockOperation { log.append(2) }
                last.addDependency(middle)
                queue.addOperation(middle)
            }
            last.addDependency(first)
            queue.addOperations([last, first], waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == [1, 2, 3])
    }
}

private final class PartialSum: Operation, @unchecked Sendable {
    private let range: Range<Int>
    private(set) var sum = 0

    init(_ range: Range<Int>) { self.range = range }

    override func main() { sum = range.reduce(0, +) }
}

private final class TotalSum: Operation, @unchecked Sendable {
    private(set) var sum = 0

    override func main() { sum = dependencies.compactMap { ($0 as? PartialSum)?.sum }.reduce(0, +) }
}
