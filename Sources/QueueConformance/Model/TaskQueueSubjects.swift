/// A subject whose queue starts closures in the order in which they were added (`QueueCapability.taskOrder`).
public protocol OrderedTaskQueueSubject<TaskQueue>: TaskQueueSubject {}

/// A subject whose queue always runs the same number of closures at a time (`QueueCapability.taskWidth`), such as a serial queue.
public protocol FixedWidthTaskQueueSubject<TaskQueue>: TaskQueueSubject {
    /// How many closures the queue runs at a time: 1 for a serial queue. The rules ask for all of them at once, so the machine
    /// has to have the threads for it.
    var fixedTaskWidth: Int { get }
}

/// A subject whose queues are made with any width (`QueueCapability.taskWidth`), and so isn't one of a fixed width.
public protocol LimitedTaskQueueSubject<TaskQueue>: TaskQueueSubject {
    /// A new queue, empty, that runs `width` closures at a time.
    func makeTaskQueue(width: Int) -> TaskQueue
}

/// What becomes of a closure that is cancelled before it starts.
public enum CancelledBeforeStart: String, Sendable {
    /// It doesn't run; whoever awaits it gets an error.
    case isSkipped
    /// It runs, and sees itself cancelled.
    case runsCancelled
}

/// A subject whose queue's closures are cancelled with the task that added them, or that adding returned
/// (`QueueCapability.taskCancellation`).
public protocol CancellableTaskQueueSubject<TaskQueue>: TaskQueueSubject {
    /// What becomes of a closure that is cancelled before it starts.
    var cancelledBeforeStart: CancelledBeforeStart { get }

    /// Whether `Task.isCancelled` is true in a closure that is cancelled while it runs; true by default.
    var runningSeesCancellation: Bool { get }
}

extension CancellableTaskQueueSubject {
    public var runningSeesCancellation: Bool { true }
}

/// A subject whose queue cancels all its closures in one call (`QueueCapability.taskCancelAll`).
public protocol CancelAllTaskQueueSubject<TaskQueue>: CancellableTaskQueueSubject {
    /// Cancels what is in the queue.
    func cancelAll(in queue: TaskQueue)

    /// Whether that reaches closures that run already; true by default.
    var cancelAllReachesRunning: Bool { get }
}

extension CancelAllTaskQueueSubject {
    public var cancelAllReachesRunning: Bool { true }
}

/// What becomes of a closure of a serial queue that awaits what it has added to the same queue.
public enum NestedTask: String, Sendable {
    /// The inner one runs at once, and the outer one goes on after it.
    case runs
    /// The call that would wait for ever throws.
    case throwsError
}

/// A subject whose queue lets a closure await another of the same queue, or tells it that it can't
/// (`QueueCapability.nestedTasks`). Its closures are `async`.
public protocol NestedTaskQueueSubject<TaskQueue>: TaskQueueSubject {
    /// What becomes of a call of `run(_:on:)` inside of a closure of the same queue, when no other place is free.
    var nestedTask: NestedTask { get }
}

/// A subject whose queue runs closures alone (`QueueCapability.taskBarriers`).
public protocol BarrierTaskQueueSubject<TaskQueue>: TaskQueueSubject {
    /// Has the queue run `body` after all that was added before, and before all that is added later. Adds it before it returns, as
    /// ``AddingTaskQueueSubject/add(_:to:)`` does.
    func addBarrier(_ body: TaskBody, to queue: TaskQueue) -> Task<Int, any Error>
}

/// A subject whose queue runs closures where they are isolated (`QueueCapability.taskIsolation`).
public protocol IsolatedTaskQueueSubject<TaskQueue>: TaskQueueSubject {
    /// Has the queue run a closure that is isolated to the main actor, and returns what it returned.
    func run(onMainActor body: @escaping @MainActor @Sendable () throws -> Int, on queue: TaskQueue)
        async throws -> Int
}

/// A subject whose queue raises a closure to the priority of who awaits it (`QueueCapability.taskEscalation`).
/// Its closures are `async`.
public protocol EscalatingTaskQueueSubject<TaskQueue>: AddingTaskQueueSubject {}

/// A subject whose queue has adding wait while it is full (`QueueCapability.taskBackPressure`).
public protocol BackPressureTaskQueueSubject<TaskQueue>: TaskQueueSubject {
    /// A new queue, empty, with room for ``capacity`` closures.
    func makeBoundedTaskQueue() -> TaskQueue

    /// How many closures the queue of ``makeBoundedTaskQueue()`` takes before adding waits, those that run included. At least 1.
    var capacity: Int { get }

    /// Returns when the queue has taken `body` in. Throws, without taking it in, if the task is cancelled before that.
    func add(_ body: TaskBody, waitingForRoomIn queue: TaskQueue) async throws
}
