import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Family 2 of the rules, and 7.3: cancel all, and wait until nothing is left.
struct CancelTests {
    @Test func cancelledWaitingOperationsNeverRunAndLeaveTheQueue() async {
        let (ran, finished, remaining, after) = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 2
            queue.isSuspended = true
            let log = Log<Int>()
            let operations = (0..<100).map { number in BlockOperation { log.append(number) } }
            for (earlier, later) in zip(operations, operations.dropFirst(50)) { later.addDependency(earlier) }
            queue.addOperations(operations, waitUntilFinished: false)
            queue.cancelAllOperations()
            let waiting = queue.operationCount
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            let ran = log.entries
            queue.addOperation { log.append(100) }
            queue.waitUntilAllOperationsAreFinished()
            return (ran, operations.allSatisfy(\.isFinished), [waiting, queue.operationCount], log.entries)
        }
        #expect(ran == [])
        #expect(finished)
        #expect(remaining == [100, 0])
        #expect(after == [100])
    }

    @Test func executingOperationSeesItsCancellationAndReturnsEarly() async {
        let (states, statesAtTheEnd, steps) = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let hasBegun = Latch(), mayGoOn = Latch()
            let operation = SteppingOperation(hasBegun: hasBegun, mayGoOn: mayGoOn)
            queue.addOperation(operation)
            hasBegun.wait()
            queue.cancelAllOperations()
            let states = [operation.isCancelled, operation.isExecuting, operation.isFinished]
            mayGoOn.open()
            queue.waitUntilAllOperationsAreFinished()
            let statesAtTheEnd = [operation.isCancelled, operation.isExecuting, operation.isFinished]
            return (states, statesAtTheEnd, operation.steps)
        }
        #expect(states == [true, true, false])
        #expect(statesAtTheEnd == [true, false, true])
        #expect(steps == 1)
    }

    /// Rule 2.14: the work is done whole, or not at all; and each ends once.
    @Test(arguments: AsynchronousKind.allCases)
    func cancelThatRacesWithTheStartHasTwoOutcomes(kind: AsynchronousKind) async {
        let outcomes = await onThread {
            let queue = OperationQueue()
            let begun = Log<Int>(), ended = Log<Int>(), completed = Log<Int>(), areAll = Latch(300)
            let operations = (0..<300).map { number in
                let operation = kind.make { _, done in
                    begun.append(number)
                    Thread.detachNewThread {
                        ended.append(number)
                        done()
                    }
                }
                operation.completionBlock = {
                    completed.append(number)
                    areAll.open()
                }
                return operation
            }
            let canceller = Latch()
            Thread.detachNewThread {
                for operation in operations { operation.cancel() }
                canceller.open()
            }
            for operation in operations { queue.addOperation(operation) }
            queue.waitUntilAllOperationsAreFinished()
            canceller.wait()
            areAll.wait()
            return [begun.entries, ended.entries, completed.entries].map { $0.sorted() }
        }
        #expect(outcomes[0] == outcomes[1])
        #expect(Set(outcomes[0]).count == outcomes[0].count)
        #expect(outcomes[2] == Array(0..<300))
    }

    @Test func overriddenCancelIsCalledForEachOperation() async {
        let cancels = await onThread {
            let queue = OperationQueue()
            queue.isSuspended = true
            let operations = (0..<10).map { _ in CountingOperation() }
            for operation in operations { queue.addOperation(operation) }
            queue.cancelAllOperations()
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            return operations.map { [$0.cancels, $0.runs] }
        }
        #expect(cancels == Array(repeating: [1, 0], count: 10))
    }
}

/// Looks between its steps whether it is cancelled.
private final class SteppingOperation: Operation, @unchecked Sendable {
    private let hasBegun: Latch
    private let mayGoOn: Latch
    @Guarded private(set) var steps = 0

    init(hasBegun: Latch, mayGoOn: Latch) {
        self.hasBegun = hasBegun
        self.mayGoOn = mayGoOn
    }

    override func main() {
        steps += 1
        hasBegun.open()
        mayGoOn.wait()
        if isCancelled { return }
        steps += 1
    }
}

private final class CountingOperation: Operation, @unchecked Sendable {
    @Guarded private(set) var cancels = 0
    @Guarded private(set) var runs = 0

    override func cancel() {
        cancels += 1
        super.cancel()
    }

    override func main() { runs += 1 }
}
