public import FaultyQueues
public import OperationQueues
public import QueueAdapters
public import QueueBenchmarking

// How each queue is measured: with its users' calls, from where they call it.

extension LockSubject: BenchmarkSubject {
    public var arm: Arm { Arm(queue: "lock", strategy: strategy.name) }

    public var driver: QueueDriver<LockedOperationQueue> {
        .thread { $0.waitUntilAllOperationsAreFinished() }
    }

    public func makeQueue(limit: Int) -> LockedOperationQueue {
        let queue = makeQueue()
        queue.maxConcurrentOperationCount = limit
        return queue
    }
}

extension ActorSubject: BenchmarkSubject {
    public var arm: Arm { Arm(queue: "actor", strategy: strategy.name) }

    public var driver: QueueDriver<ActorOperationQueue> { .task }

    public func makeQueue(limit: Int) -> ActorOperationQueue {
        let queue = makeQueue()
        queue.setMaxConcurrentOperationCount(limit)
        return queue
    }
}

extension FoundationSubject: BenchmarkSubject {
    public var driver: QueueDriver<FoundationOperationQueue> {
        .thread { $0.waitUntilAllOperationsAreFinished() }
    }

    /// Each finish looks through all that wait, so a chain takes the square of its length (rule 3.15): 8,000 take the five
    /// seconds within which other queues are through a million. The release of a long one exhausts the stack (3.13).
    public var largestGraph: Int? { 8_000 }

    public func makeQueue(limit: Int) -> FoundationOperationQueue {
        let queue = makeQueue()
        queue.setMaxConcurrentOperationCount(limit)
        return queue
    }

    public func makeOperation(_ body: @escaping @Sendable () -> Void) -> FoundationOperationQueue.Operation {
        FoundationOperationQueue.makeBlockOperation(body)
    }
}

extension DispatchSubject: BenchmarkSubject {
    public var driver: QueueDriver<DispatchOperationQueue> {
        .thread { $0.waitUntilAllOperationsAreFinished() }
    }

    public var width: QueueWidth { queueWidth == .serial ? .fixed(1) : .unlimited }

    public func makeQueue(limit: Int) -> DispatchOperationQueue { makeQueue() }
}

extension InlineSubject: BenchmarkSubject {
    public var driver: QueueDriver<InlineOperationQueue> { .thread { _ in } }

    public var runsInCall: Bool { true }

    /// With its one producer it runs one at a time, and so keeps to any limit.
    public func makeQueue(limit: Int) -> InlineOperationQueue { makeQueue() }
}

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
