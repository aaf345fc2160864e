import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// How far a queue has come.
struct QueueUnitTests {
    private static func count(_ total: Int64?, _ operations: [Operation]) -> (Int64, Int64) {
        let queue = total.map(OperationQueue.counting) ?? OperationQueue(), areAll = Latch(operations.count)
        for operation in operations { operation.completionBlock = { areAll.open() } }
        queue.addOperations(operations, waitUntilFinished: true)
        if !operations.isEmpty { areAll.wait() }
        return (queue.progress.completedUnitCount, queue.progress.totalUnitCount)
    }

    @Test func progressIsOneObjectAQueue() {
        let queue = OperationQueue()
        #expect(queue.progress === queue.progress)
        #expect(queue.progress !== OperationQueue().progress)
    }

    @Test func nothingIsCountedWithoutATotal() async {
        let counts = await onThread { Self.count(nil, (0..<3).map { _ in BlockOperation {} }) }
        #expect(counts.0 == 0)
    }

    @Test(arguments: [1, 5, 20]) func everyOperationCountsOne(count: Int) async {
        let counts = await onThread {
            Self.count(Int64(count), (0..<count).map { _ in BlockOperation {} })
        }
        #expect(counts == (Int64(count), Int64(count)))
    }

    @Test func totalIsKept() {
        let queue = OperationQueue()
        queue.progress.totalUnitCount = 7
        #expect(queue.progress.totalUnitCount == 7)
        #expect(queue.progress.completedUnitCount == 0)
        #expect(queue.progress.fractionCompleted == 0)
    }

    @Test func fractionFollowsTheCounts() async {
        let fraction = await onThread {
            let queue = OperationQueue.counting(to: 4), areAll = Latch(2)
            for _ in 0..<2 {
                let operation = BlockOperation {}
                operation.completionBlock = { areAll.open() }
                queue.addOperation(operation)
            }
            queue.waitUntilAllOperationsAreFinished()
            areAll.wait()
            return queue.progress.fractionCompleted
        }
        #expect(fraction == 0.5)
    }

    @Test func cancelledOperationsCountNothing() async {
        let counts = await onThread {
            let operations = (0..<4).map { _ in BlockOperation {} }
            operations[1].cancel()
            return Self.count(4, operations)
        }
        #expect(counts == (3, 4))
    }

    @Test func unitsCanBeAddedByHand() {
        let queue = OperationQueue()
        queue.progress.totalUnitCount = 10
        queue.progress.completedUnitCount = 4
        #expect(queue.progress.fractionCompleted == 0.4)
    }

    @Test func newProgressIsIndeterminate() {
        let queue = OperationQueue()
        #expect(queue.progress.isIndeterminate)
        queue.progress.totalUnitCount = 2
        #expect(!queue.progress.isIndeterminate)
        #expect(!queue.progress.isFinished)
    }

    @Test func progressIsFinishedWithTheLastUnit() {
        let queue = OperationQueue()
        queue.progress.totalUnitCount = 2
        queue.progress.completedUnitCount = 1
        #expect(!queue.progress.isFinished)
        queue.progress.completedUnitCount = 2
        #expect(queue.progress.isFinished)
    }

    @Test func parentCountsAQueueAsAPart() {
        let queue = OperationQueue(), parent = Progress(totalUnitCount: 10)
        queue.progress.totalUnitCount = 4
        parent.addChild(queue.progress, withPendingUnitCount: 5)
        #expect(parent.fractionCompleted == 0)
        queue.progress.completedUnitCount = 2
        #expect(parent.fractionCompleted == 0.25)
        queue.progress.completedUnitCount = 4
        #expect(parent.completedUnitCount == 5)
        #expect(parent.fractionCompleted == 0.5)
    }

    @Test func parentOfTwoQueuesCountsBoth() {
        let queues = [OperationQueue(), OperationQueue()], parent = Progress(totalUnitCount: 2)
        for queue in queues {
            queue.progress.totalUnitCount = 2
            parent.addChild(queue.progress, withPendingUnitCount: 1)
        }
        queues[0].progress.completedUnitCount = 1
        queues[1].progress.completedUnitCount = 2
        #expect(parent.fractionCompleted == 0.75)
    }

    @Test func cancelledProgressCancelsNoOperation() async {
        let (flags, handled) = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>(), operation = BlockOperation {}
            let isHandled = Latch()
            queue.addOperation(operation)
            queue.progress.cancellationHandler = {
                log.append(1)
                isHandled.open()
            }
            queue.progress.cancel()
            isHandled.wait()
            let flags = [queue.progress.isCancelled, operation.isCancelled]
            queue.drain()
            return (flags, log.entries)
        }
        #expect(flags == [true, false])
        #expect(handled == [1])
    }

    @Test func queueReportsProgress() {
        let reporter: any ProgressReporting = OperationQueue()
        reporter.progress.totalUnitCount = 3
        #expect(reporter.progress.totalUnitCount == 3)
    }

    @Test func operationCanReportProgress() {
        let operation = ReportingOperation()
        let reporters: [any ProgressReporting] = [operation, OperationQueue()]
        operation.start()
        let fractions = reporters.map { $0.progress.fractionCompleted }
        #expect(reporters[0].progress.isFinished)
        #expect(fractions == [1, 0])
    }

    @Test func progressOfOperationsCanBeCollected() {
        let parent = Progress(totalUnitCount: 2), operations = [ReportingOperation(), ReportingOperation()]
        for operation in operations { parent.addChild(operation.progress, withPendingUnitCount: 1) }
        operations[1].start()
        #expect(parent.fractionCompleted == 0.5)
        operations[0].start()
        #expect(parent.isFinished)
    }
}

private final class ReportingOperation: Operation, ProgressReporting, @unchecked Sendable {
    let progress = Progress(totalUnitCount: 2)

    override func main() { progress.completedUnitCount = 2 }
}
