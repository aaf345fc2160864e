import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rules 3.11, 5.1, 5.2 and 5.4, on a serial queue that is suspended while it is filled.
struct PriorityTests {
    private static let all: [Operation.QueuePriority] = [.veryLow, .low, .normal, .high, .veryHigh]

    @Test func highestPriorityStartsFirstAndEqualsKeepTheirOrder() async {
        let runs = await Self.run { log in
            (0..<60).map { number in
                let priority = Self.all[number * 7 % 5]
                let operation = BlockOperation { log.append(priority.rawValue * 100 - number) }
                operation.queuePriority = priority
                return operation
            }
        }
        #expect(runs == (0..<60).map { Self.all[$0 * 7 % 5].rawValue * 100 - $0 }.sorted(by: >))
    }

    @Test func dependencyOutranksPriority() async {
        let runs = await Self.run { log in
            let operations = (0..<5).map { number in BlockOperation { log.append(number) } }
            for (operation, priority) in zip(operations, Self.all) { operation.queuePriority = priority }
            for (earlier, later) in zip(operations, operations.dropFirst()) { later.addDependency(earlier) }
            return operations
        }
        #expect(runs == [0, 1, 2, 3, 4])
    }

    @Test func priorityChangedWhileWaitingCounts() async {
        let runs = await Self.run { log in
            (0..<5).map { number in BlockOperation { log.append(number) } }
        } whileWaiting: { operations in
            operations[3].queuePriority = .veryHigh
            operations[0].queuePriority = .veryLow
            operations[4].queuePriority = .high
        }
        #expect(runs == [3, 4, 1, 2, 0])
    }

    /// Rule 5.6, which is optional: operations that become ready in the order 2, 0, 1 while the queue is busy.
    @Test func equalPrioritiesStartInTheOrderOfBecomingReady() async {
        let (runs, count) = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let log = Log<Int>(), isBusy = Latch(), mayGoOn = Latch()
            queue.addOperation {
                isBusy.open()
                mayGoOn.wait()
            }
            isBusy.wait()
            let gates = (0..<3).map { _ in Operation() }
            for (number, gate) in gates.enumerated() {
                let operation = BlockOperation { log.append(number) }
                operation.addDependency(gate)
                queue.addOperation(operation)
            }
            let count = queue.operationCount
            for number in [2, 0, 1] { gates[number].start() }
            mayGoOn.open()
            queue.waitUntilAllOperationsAreFinished()
            return (log.entries, count)
        }
        #expect(count == 4)
        onFoundation(.lateReadyInOrderOfAdding) { #expect(runs == [2, 0, 1]) }
    }

    @Test func rawValuesEqualFoundations() {
        #expect(Self.all.map(\.rawValue) == [-8, -4, 0, 4, 8])
        #expect(Operation.QueuePriority(rawValue: -4) == .low)
        #expect(Operation.QueuePriority(rawValue: 3) == nil)
        let operation = Operation()
        #expect(operation.queuePriority == .normal)
        operation.queuePriority = Operation.QueuePriority(rawValue: 8) ?? .normal
        #expect(operation.queuePriority == .veryHigh)
    }

    /// Runs operations, which were added to a suspended serial queue, and returns what they have logged.
    private static func run(
        _ make: @escaping @Sendable (Log<Int>) -> [Operation],
        whileWaiting change: @escaping @Sendable ([Operation]) -> Void = { _ in }
    ) async -> [Int] {
        await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.isSuspended = true
            let log = Log<Int>()
            let operations = make(log)
            for operation in operations { queue.addOperation(operation) }
            change(operations)
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
    }
}
