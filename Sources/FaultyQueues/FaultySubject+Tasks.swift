public import QueueConformance

/// The queue of closures, with the subject's defect if that is one of such a queue.
extension FaultySubject: AddingTaskQueueSubject, OrderedTaskQueueSubject, LimitedTaskQueueSubject,
    CancelAllTaskQueueSubject,
    NestedTaskQueueSubject, BarrierTaskQueueSubject, IsolatedTaskQueueSubject, EscalatingTaskQueueSubject,
    BackPressureTaskQueueSubject
{
    public var cancelledBeforeStart: CancelledBeforeStart { .isSkipped }
    public var nestedTask: NestedTask { .throwsError }
    public var capacity: Int { 3 }

    public func makeTaskQueue() -> FaultyTaskQueue { makeTaskQueue(width: 4) }

    public func makeTaskQueue(width: Int) -> FaultyTaskQueue { FaultyTaskQueue(width: width, defect: defect) }

    public func makeBoundedTaskQueue() -> FaultyTaskQueue {
        FaultyTaskQueue(width: 1, capacity: capacity, defect: defect)
    }

    public func add(_ body: TaskBody, to queue: FaultyTaskQueue) -> Task<Int, any Error> { queue.add(body) }

    public func addBarrier(_ body: TaskBody, to queue: FaultyTaskQueue) -> Task<Int, any Error> {
        queue.add(body, isBarrier: true)
    }

    public func add(_ body: TaskBody, waitingForRoomIn queue: FaultyTaskQueue) async throws {
        try await queue.addWaitingForRoom(body)
    }

    public func run(_ body: TaskBody, on queue: FaultyTaskQueue) async throws -> Int {
        try await queue.run(body)
    }

    public func run(
        onMainActor body: @escaping @MainActor @Sendable () throws -> Int, on queue: FaultyTaskQueue
    ) async throws -> Int {
        try await queue.run(onMainActor: body)
    }

    public func cancelAll(in queue: FaultyTaskQueue) { queue.cancelAll() }
}
