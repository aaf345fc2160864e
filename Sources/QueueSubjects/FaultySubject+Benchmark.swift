public import FaultyQueues
public import QueueBenchmarking

extension FaultySubject: BenchmarkSubject {
    public var driver: QueueDriver<FaultyQueue> { .task }

    public func makeQueue(limit: Int) -> FaultyQueue {
        let queue = makeQueue()
        queue.setMaxConcurrentOperationCount(limit)
        return queue
    }

    public func makeOperation(_ body: @escaping @Sendable () -> Void) -> FaultyQueue.Operation {
        makeOperation { _ in body() }
    }
}
