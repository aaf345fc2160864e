import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// The kinds of operation that come with the project.
struct OperationKindTests {
    struct Failure: Error, Equatable {}

    final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    @Test func resultIsAvailableOnceFinished() async throws {
        let operation = ResultOperation { 6 * 7 }
        #expect(throws: ResultUnavailable.notFinished) { try operation.result }
        LockedOperationQueue().addOperation(operation)
        await operation.waitUntilFinished()
        #expect(try operation.result == 42)
    }

    @Test func resultIsTheErrorThatWasThrown() async {
        let operation = ResultOperation<Int> { throw Failure() }
        ActorOperationQueue().addOperation(operation)
        await operation.waitUntilFinished()
        #expect(throws: Failure()) { try operation.result }
    }

    @Test func operationCancelledBeforeItsStartHasNoResult() async {
        let operation = ResultOperation { 1 }
        operation.cancel()
        LockedOperationQueue().addOperation(operation)
        await operation.waitUntilFinished()
        #expect(throws: ResultUnavailable.cancelled) { try operation.result }
    }

    @Test func operationCancelledWhileItRunsHasNoResult() async throws {
        let (began, mayEnd) = (Parker(), Parker())
        let operation = ResultOperation {
            began.unpark()
            mayEnd.park()
            return 1
        }
        LockedOperationQueue().addOperation(operation)
        began.park()
        operation.cancel()
        mayEnd.unpark()
        await operation.waitUntilFinished()
        #expect(throws: ResultUnavailable.cancelled) { try operation.result }
    }

    @Test func blocksOfABlockOperationRunConcurrentlyAndKnowTheirQueue() async {
        let queue = LockedOperationQueue()
        let log = Log()
        // Each block waits until the others are there, so one after the other they would never end.
        let arrived = Mutex(0)
        let (gates, count) = ((0..<3).map { _ in Parker() }, 3)
        let block: @Sendable (Int) -> Void = { index in
            log.add(LockedOperationQueue.current === queue ? "inside" : "outside")
            let isLast = arrived.withLock { arrived in
                arrived += 1
                return arrived == count
            }
            if isLast { for gate in gates { gate.unpark() } }
            gates[index].park()
        }
        let operation = BlockOperation { block(0) }
        operation.addExecutionBlock { block(1) }
        operation.addExecutionBlock { block(2) }
        queue.addOperation(operation)
        await operation.waitUntilFinished()
        #expect(log.all == ["inside", "inside", "inside"])
        #expect(operation.executionBlocks.count == 3)
    }

    @Test func taskOperationKeepsItsError() async {
        let operation = TaskOperation { _ in throw Failure() }
        LockedOperationQueue().addOperation(operation)
        await operation.waitUntilFinished()
        #expect(operation.error as? Failure == Failure())
    }

    @Test func cancellingATaskOperationCancelsItsTask() async {
        let log = Log()
        let operation = TaskOperation { operation in
            await withTaskCancellationHandler {
                operation.cancel()
                log.add("cancelled: \(Task.isCancelled)")
            } onCancel: {
                log.add("handler")
            }
        }
        ActorOperationQueue().addOperation(operation)
        await operation.waitUntilFinished()
        #expect(operation.isCancelled)
        #expect(log.all == ["handler", "cancelled: true"])
    }

    @Test func currentIsTheQueueAlsoAcrossSuspensions() async {
        let queue = ActorOperationQueue()
        let log = Log()
        let operation = TaskOperation { _ in
            await Task.yield()
            log.add(ActorOperationQueue.current === queue ? "inside" : "outside")
        }
        queue.addOperation(operation)
        queue.addOperation { log.add(ActorOperationQueue.current === queue ? "inside" : "outside") }
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.all == ["inside", "inside"])
        #expect(ActorOperationQueue.current == nil)
    }
}
