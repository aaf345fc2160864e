import QueueConformance

/// An actor as a serial queue of closures that aren't `async`.
actor ActorTaskQueue {
    /// What it does wrong.
    enum Flaw: String {
        /// It runs closures outside of itself.
        case runsOutside
        /// A closure that is cancelled before it starts gives back zero.
        case cancelledIsZero
    }

    private let flaw: Flaw?

    init(flaw: Flaw?) { self.flaw = flaw }

    /// Whether a closure runs on the actor, or where its caller does.
    nonisolated var runsInside: Bool { flaw != .runsOutside }

    func run(_ body: TaskBody) throws -> Int {
        if flaw == .cancelledIsZero, Task.isCancelled { return 0 }
        return try body.blocking()
    }
}

struct ActorTaskQueueSubject: FixedWidthTaskQueueSubject, CancellableTaskQueueSubject {
    let flaw: ActorTaskQueue.Flaw?
    let summary = "an actor that runs closures, which aren't async"
    let fixedTaskWidth = 1
    let cancelledBeforeStart = CancelledBeforeStart.runsCancelled

    init(flaw: ActorTaskQueue.Flaw? = nil) { self.flaw = flaw }

    var name: String { flaw.map { "actor-tasks-\($0)" } ?? "actor-tasks" }

    func makeTaskQueue() -> ActorTaskQueue { ActorTaskQueue(flaw: flaw) }

    func run(_ body: TaskBody, on queue: ActorTaskQueue) async throws -> Int {
        queue.runsInside ? try await queue.run(body) : try await body()
    }
}

/// An actor that runs `async` closures: these leave the actor, so it isn't a serial queue.
struct SuspendingActorSubject: NestedTaskQueueSubject, IsolatedTaskQueueSubject {
    actor Queue {
        func run(_ body: TaskBody) async throws -> Int { try await body() }
        func run(onMainActor body: @MainActor @Sendable () throws -> Int) async throws -> Int {
            try await body()
        }
    }

    let name = "suspending-actor"
    let summary = "an actor that runs async closures"
    let nestedTask = NestedTask.runs

    func makeTaskQueue() -> Queue { Queue() }
    func run(_ body: TaskBody, on queue: Queue) async throws -> Int { try await queue.run(body) }

    func run(
        onMainActor body: @escaping @MainActor @Sendable () throws -> Int, on queue: Queue
    ) async throws -> Int {
        try await queue.run(onMainActor: body)
    }
}
