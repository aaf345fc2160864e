import Operations
import QueueAdapters
import Testing

@Suite struct InlineOperationQueueTests {
    @Test func operationsRunInTheAddingCall() {
        let queue = InlineOperationQueue()
        let ran = Counter()
        queue.addOperation { ran.increment() }
        #expect(ran.value == 1)
        let operation = BlockOperation { ran.increment() }
        queue.addOperation(operation)
        #expect(ran.value == 2)
        #expect(operation.isFinished)
    }

    @Test func claimsNothingButThatOperationsMayOverlap() {
        let claims = QueueCapabilities(claimedBy: InlineOperationQueue.self, othersBecause: "")
        #expect(claims.supported == [.operations, .overlap])
    }
}
