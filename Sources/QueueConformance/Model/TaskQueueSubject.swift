/// What a queue of closures that return or throw brings to be judged: the rules of family 13.
///
/// ``run(_:on:)`` is all that every such queue has to bring. A queue whose call returns at once, with a task for the result,
/// is an ``AddingTaskQueueSubject`` and brings that call instead. Whatever else a queue can do is claimed by the protocols
/// that refine this one; a rule that needs what isn't claimed is *not applicable*.
///
/// ## Example
///
/// A serial queue that starts closures in order:
///
/// ```swift
/// struct AsyncQueueSubject: AddingTaskQueueSubject, OrderedTaskQueueSubject, FixedWidthTaskQueueSubject {
///     let name = "async-queue"
///     let summary = "a serial queue of async closures"
///     let fixedTaskWidth = 1
///     func makeTaskQueue() -> AsyncQueue { AsyncQueue() }
///     func add(_ body: TaskBody, to queue: AsyncQueue) -> Task<Int, any Error> {
///         queue.addOperation { try await body() }
///     }
/// }
/// ```
public protocol TaskQueueSubject<TaskQueue>: JudgedSubject {
    /// The queue that is judged.
    associatedtype TaskQueue: Sendable

    /// A new queue, empty, that nothing but the rule uses.
    func makeTaskQueue() -> TaskQueue

    /// Has the queue run `body`, and returns what that returned or throws what it threw.
    ///
    /// Where the queue's closures can be cancelled, that is by cancelling the task that calls this.
    func run(_ body: TaskBody, on queue: TaskQueue) async throws -> Int
}

/// What a rule has a task queue run.
///
/// Call it once, in whichever of the two ways fits the queue's closures. A closure that may suspend gives a rule more to see.
public struct TaskBody: Sendable {
    let suspending: @Sendable () async throws -> Int
    let blockingBody: @Sendable () throws -> Int

    /// Does the work in a closure that is `async`.
    public func callAsFunction() async throws -> Int { try await suspending() }

    /// Does the work in a closure that isn't. It may block the thread.
    public func blocking() throws -> Int { try blockingBody() }
}

/// A subject whose call to add a closure returns at once, with a task (`QueueCapability.taskHandles`).
public protocol AddingTaskQueueSubject<TaskQueue>: TaskQueueSubject {
    /// Adds `body`, and returns a task that ends with what it returns or throws. Where the queue's closures can be
    /// cancelled, that is by cancelling this task.
    ///
    /// If the queue's own call returns a future, start it here, and await it in the task: a task may start later, and by then
    /// another closure may have been added.
    func add(_ body: TaskBody, to queue: TaskQueue) -> Task<Int, any Error>
}

extension AddingTaskQueueSubject {
    public func run(_ body: TaskBody, on queue: TaskQueue) async throws -> Int {
        let task = add(body, to: queue)
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
