import ConcurrencyPrimitives
import Foundation
import FoundationCompatibility
import Operations
import Testing

/// Operations of ours with an asynchronous body, in a queue of Foundation's.
@Suite struct WrappedTaskTests {
    @Test func currentIsTheQueueInAnAsynchronousBody() async {
        let queue = Foundation.OperationQueue().dropInQueue
        let isCurrent = Promise<Bool>()
        queue.addOperation(
            TaskOperation { _ in isCurrent.fulfill(FoundationCompatibility.OperationQueue.current == queue) })
        #expect(await isCurrent.value())
    }

    /// It ends while it is being added, when nobody can be notified of that yet.
    @Test func operationThatEndsWhileItIsAddedLeavesTheQueue() async {
        final class EndingWhenAsked: Operations.Operation, @unchecked Sendable {
            override var isReady: Bool {
                finish(tellingWorker: false)
                return super.isReady
            }
        }
        let theirs = Foundation.OperationQueue()
        theirs.maxConcurrentOperationCount = 1
        let queue = theirs.dropInQueue
        queue.addOperation(EndingWhenAsked())
        let ran = Promise<Void>()
        queue.addOperation(BlockOperation { ran.fulfill(()) })
        await ran.value()
    }
}
