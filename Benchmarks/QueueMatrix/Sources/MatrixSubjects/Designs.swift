import QueueConformance
import TaskQueueDesigns

/// An async queue by chained tasks.
struct ChainedSubject: AddingTaskQueueSubject, OrderedTaskQueueSubject, FixedWidthTaskQueueSubject,
    EscalatingTaskQueueSubject
{
    var flaw: ChainedTaskQueue.Flaw?
    let summary = "a serial queue of chained tasks"
    let fixedTaskWidth = 1
    var name: String { named("chained-tasks", flaw?.rawValue) }

    func makeTaskQueue() -> ChainedTaskQueue { ChainedTaskQueue(flaw: flaw) }
    func add(_ body: TaskBody, to queue: ChainedTaskQueue) -> Task<Int, any Error> {
        queue.add { try await body() }
    }
}

/// An async queue by a stream with one consumer.
struct StreamSubject: AddingTaskQueueSubject, OrderedTaskQueueSubject, FixedWidthTaskQueueSubject {
    var flaw: StreamTaskQueue.Flaw?
    let summary = "a serial queue: an AsyncStream with one consumer"
    let fixedTaskWidth = 1
    var name: String { named("async-stream", flaw?.rawValue) }

    func makeTaskQueue() -> StreamTaskQueue { StreamTaskQueue(flaw: flaw) }
    func add(_ body: TaskBody, to queue: StreamTaskQueue) -> Task<Int, any Error> {
        queue.add { try await body() }
    }
}

/// An async lock by a list of continuations.
struct AsyncLockSubject: OrderedTaskQueueSubject, FixedWidthTaskQueueSubject, CancellableTaskQueueSubject,
    IsolatedTaskQueueSubject
{
    var flaw: WaitingList.Flaw?
    let summary = "a list of continuations, with one place"
    let fixedTaskWidth = 1
    let cancelledBeforeStart = CancelledBeforeStart.isSkipped
    var name: String { named("async-lock", flaw?.rawValue) }

    func makeTaskQueue() -> WaitingList { WaitingList(places: 1, flaw: flaw) }
    func run(_ body: TaskBody, on queue: WaitingList) async throws -> Int {
        try await queue.run { try await body() }
    }
    func run(onMainActor body: @escaping @MainActor @Sendable () throws -> Int, on queue: WaitingList)
        async throws -> Int
    {
        try await queue.run { try await body() }
    }
}

/// A limiter by an async semaphore.
struct LimiterSubject: OrderedTaskQueueSubject, LimitedTaskQueueSubject, CancellableTaskQueueSubject {
    var flaw: WaitingList.Flaw?
    let summary = "a limiter: an async semaphore"
    let cancelledBeforeStart = CancelledBeforeStart.isSkipped
    var name: String { named("async-semaphore", flaw?.rawValue) }

    func makeTaskQueue() -> WaitingList { makeTaskQueue(width: 3) }
    func makeTaskQueue(width: Int) -> WaitingList { WaitingList(places: width, flaw: flaw) }
    func run(_ body: TaskBody, on queue: WaitingList) async throws -> Int {
        try await queue.run { try await body() }
    }
}

/// A priority heap behind a lock.
struct HeapSubject: AddingTaskQueueSubject, OrderedTaskQueueSubject, LimitedTaskQueueSubject {
    var flaw: HeapTaskQueue.Flaw?
    let summary = "a priority heap behind a lock"
    var name: String { named("priority-heap", flaw?.rawValue) }

    func makeTaskQueue() -> HeapTaskQueue { makeTaskQueue(width: 3) }
    func makeTaskQueue(width: Int) -> HeapTaskQueue { HeapTaskQueue(width: width, flaw: flaw) }
    func add(_ body: TaskBody, to queue: HeapTaskQueue) -> Task<Int, any Error> {
        queue.add { try await body() }
    }
}

/// The name of a design, or of its version with a flaw.
private func named(_ design: String, _ flaw: String?) -> String { flaw.map { "\(design):\($0)" } ?? design }
