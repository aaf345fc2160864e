import ConcurrencyPrimitives
import Foundation
import Operations
import QueueAdapters
import Testing

@Suite struct FoundationOperationQueueTests {
    /// More waiting tasks than the cooperative pool has threads begin to wait, before the operation may
    /// finish: were the blocking wait taken for the asynchronous one, this would never end.
    @Test func asynchronousWaitLeavesThePoolItsThreads() async {
        let begun = Counter()
        let allHaveBegun = Parker()
        let operation = FoundationMainOperation { _ in allHaveBegun.park() }
        let queue = FoundationOperationQueue()
        queue.addOperation(operation)
        let count = 64
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    if begun.increment() == count { allHaveBegun.unpark() }
                    await wait(for: operation as Foundation.Operation)
                }
            }
        }
        #expect(operation.isFinished)
        #expect(begun.value == count)
    }

    private func wait(for operation: some OperationProtocol) async { await operation.waitUntilFinished() }

    @Test func everyCallReachesTheQueue() async {
        let queue = FoundationOperationQueue()
        queue.setName("witness")
        queue.setMaxConcurrentOperationCount(1)
        queue.setSuspended(true)
        #expect(queue.base.name == "witness")
        #expect(queue.base.maxConcurrentOperationCount == 1)
        #expect(queue.base.isSuspended)

        let ran = Counter()
        let operations = (0..<3).map { _ in FoundationMainOperation { _ in ran.increment() } }
        queue.addOperations(operations)
        queue.addOperation { ran.increment() }
        #expect(Array(queue.operations.prefix(3)) == operations)
        #expect(queue.operationCount == 4)

        queue.cancelAllOperations()
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(ran.value == 0)

        let last = FoundationMainOperation { _ in ran.increment() }
        await queue.addOperations([last], waitUntilFinished: true)
        #expect(last.isFinished)
        #expect(ran.value == 1)
    }

    @Test func startOverrideIsFinishedOnlyWhenItSaysSo() async {
        let queue = FoundationOperationQueue()
        let started = Parker()
        let operation = FoundationStartOverrideOperation { operation in
            operation.announceExecuting()
            started.unpark()
        }
        queue.addOperation(operation)
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                started.park()
                continuation.resume()
            }
        }
        #expect(operation.isExecuting)
        #expect(!operation.isFinished)
        operation.announceFinished()
        await queue.waitUntilAllOperationsAreFinished()
        #expect(!operation.isExecuting)
        #expect(operation.isFinished)
    }

    @Test func asyncBodySeesItsCancellationAsThatOfATask() async {
        let queue = FoundationOperationQueue()
        let sawCancellation = Counter()
        let operation = FoundationAsyncOperation { operation in
            await withTaskCancellationHandler {
                operation.cancel()
                if Task.isCancelled { sawCancellation.increment() }
            } onCancel: {
                sawCancellation.increment()
            }
        }
        queue.addOperation(operation)
        await operation.waitUntilFinished()
        #expect(sawCancellation.value == 2)
        #expect(operation.isCancelled)
    }

    @Test func asyncBodyCancelledBeforeItsStartNeverRuns() async {
        let queue = FoundationOperationQueue()
        let ran = Counter()
        let operation = FoundationAsyncOperation { _ in ran.increment() }
        operation.cancel()
        queue.addOperation(operation)
        await operation.waitUntilFinished()
        #expect(ran.value == 0)
        #expect(!operation.isExecuting)
    }
}
