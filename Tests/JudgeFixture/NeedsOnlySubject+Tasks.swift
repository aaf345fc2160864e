import FaultyQueues
import QueueConformance

/// As a queue of closures, it is the one without a defect.
extension NeedsOnlySubject: AddingTaskQueueSubject, OrderedTaskQueueSubject, LimitedTaskQueueSubject,
    CancelAllTaskQueueSubject, NestedTaskQueueSubject, BarrierTaskQueueSubject, IsolatedTaskQueueSubject,
    EscalatingTaskQueueSubject, BackPressureTaskQueueSubject
{
    private var sound: FaultySubject { FaultySubject() }

    var cancelledBeforeStart: CancelledBeforeStart { sound.cancelledBeforeStart }
    var nestedTask: NestedTask { sound.nestedTask }
    var capacity: Int { sound.capacity }

    func makeTaskQueue() -> FaultyTaskQueue { sound.makeTaskQueue() }
    func makeTaskQueue(width: Int) -> FaultyTaskQueue { sound.makeTaskQueue(width: width) }
    func makeBoundedTaskQueue() -> FaultyTaskQueue { sound.makeBoundedTaskQueue() }

    func add(_ body: TaskBody, to queue: FaultyTaskQueue) -> Task<Int, any Error> {
        sound.add(body, to: queue)
    }

    func addBarrier(_ body: TaskBody, to queue: FaultyTaskQueue) -> Task<Int, any Error> {
        sound.addBarrier(body, to: queue)
    }

    func add(_ body: TaskBody, waitingForRoomIn queue: FaultyTaskQueue) async throws {
        try await sound.add(body, waitingForRoomIn: queue)
    }

    func run(_ body: TaskBody, on queue: FaultyTaskQueue) async throws -> Int {
        try await sound.run(body, on: queue)
    }

    func run(
        onMainActor body: @escaping @MainActor @Sendable () throws -> Int, on queue: FaultyTaskQueue
    ) async throws -> Int {
        try await sound.run(onMainActor: body, on: queue)
    }

    func cancelAll(in queue: FaultyTaskQueue) { sound.cancelAll(in: queue) }
}
