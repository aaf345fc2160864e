import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// The names, their types, and what a new operation and a new queue say.
struct SurfaceTests {
    @Test func newOperationHasFoundationsDefaults() {
        let operation = Operation()
        let states: [Bool] = [
            operation.isReady, operation.isExecuting, operation.isFinished, operation.isCancelled,
            operation.isAsynchronous,
        ]
        #expect(states == [true, false, false, false, false])
        let dependencies: [Operation] = operation.dependencies
        #expect(dependencies == [])
        let block: (@Sendable () -> Void)? = operation.completionBlock
        #expect(block == nil)
        #expect(operation.name == nil)
        operation.name = "thumbnail"
        let name: String? = operation.name
        #expect(name == "thumbnail")
        operation.name = nil
        #expect(operation.name == nil)
    }

    @Test func newQueueHasFoundationsDefaults() {
        let queue = OperationQueue()
        let limit: Int = queue.maxConcurrentOperationCount
        #expect(limit == OperationQueue.defaultMaxConcurrentOperationCount)
        #expect(limit == -1)
        #expect(queue.name != nil)
        queue.name = "thumbnails"
        #expect(queue.name == "thumbnails")
        queue.maxConcurrentOperationCount = 5
        queue.maxConcurrentOperationCount -= 1
        #expect(queue.maxConcurrentOperationCount == 4)
        #expect(!queue.isSuspended)
        queue.isSuspended.toggle()
        #expect(queue.isSuspended)
        let operations: [Operation] = queue.operations
        #expect(operations == [])
        #expect(queue.operationCount == 0)
        queue.cancelAllOperations()
    }

    /// Operations and queues are equal to themselves alone, and can be kept in sets and as keys.
    @Test func operationsAndQueuesAreHashable() {
        let queues = [OperationQueue(), OperationQueue()]
        #expect(Set(queues + queues).count == 2)
        #expect(queues[0] == queues[0] && queues[0] != queues[1])
        let operations = [Operation(), BlockOperation {}, FetchOperation(url: URL(fileURLWithPath: "/"))]
        let numbers = Dictionary(uniqueKeysWithValues: zip(operations, 0...))
        #expect(operations.map { numbers[$0] } == [0, 1, 2])
        #expect(operations.firstIndex(of: operations[2]) == 2)
    }

    @Test func currentIsTheQueueThatRunsTheOperation() async {
        let (inside, outside) = await onThread {
            let queue = OperationQueue()
            let log = Log<Bool>()
            queue.addOperation { log.append(OperationQueue.current == queue) }
            queue.addOperation(ParseOperation())
            queue.waitUntilAllOperationsAreFinished()
            return (log.entries, OperationQueue.current)
        }
        #expect(inside == [true])
        #expect(outside == nil)
    }

    @Test func otherNamesAreFoundations() throws {
        let operation = FetchOperation(url: try #require(URL(string: "http://localhost/hello")))
        #expect(operation.name == "hello")
        #expect(OperationQueue().name != Thread.current.name)
        let quality: QualityOfService = Thread.current.qualityOfService
        Thread.current.qualityOfService = quality
        let values: [QualityOfService] = [.userInteractive, .userInitiated, .default, .utility, .background]
        #expect(values.map { QualityOfService(rawValue: $0.rawValue) } == values)
        #expect(Set(values.map(\.rawValue)).count == 5)
    }

    @Test func operationsAreListedInTheOrderOfAddingUntilTheirEnd() async {
        let counts = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let hasBegun = Latch(), mayEnd = Latch()
            let operations = (0..<5).map { number in
                BlockOperation {
                    guard number == 0 else { return }
                    hasBegun.open()
                    mayEnd.wait()
                }
            }
            operations[4].queuePriority = .veryHigh
            queue.addOperation(operations[0])
            hasBegun.wait()
            for operation in operations.dropFirst() { queue.addOperation(operation) }
            let isInOrder = queue.operations == operations
            let count = queue.operationCount
            mayEnd.open()
            queue.waitUntilAllOperationsAreFinished()
            return (isInOrder, count, queue.operations.count)
        }
        #expect(counts.0)
        #expect(counts.1 == 5)
        #expect(counts.2 == 0)
    }
}
