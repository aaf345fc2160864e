internal import ConcurrencyPrimitives
internal import QueueConformance

/// Thrown to a closure that would wait for ever for another of its own queue.
struct NestedTaskError: Error {}

/// How closures are added, and how they run.
extension FaultyTaskQueue {
    typealias Body = @Sendable () async throws -> Int

    func add(_ body: TaskBody, isBarrier: Bool = false, room: FaultyTaskRoom? = nil) -> Task<Int, any Error> {
        add(isBarrier: isBarrier, room: room) { try await body() }
    }

    /// Adds `body` when there is room.
    func addWaitingForRoom(_ body: TaskBody) async throws {
        try await room.take()
        _ = add(body, room: room)
    }

    /// Runs `body`, and awaits its result.
    func run(_ body: TaskBody) async throws -> Int {
        if Self.current === self, isBusy, defect != .nestedTaskWaits { throw NestedTaskError() }
        return try await value(of: add(body))
    }

    func run(onMainActor body: @escaping @MainActor @Sendable () throws -> Int) async throws -> Int {
        if defect == .mainActorTaskRunsElsewhere {
            // Takes the isolation away: what is called then runs wherever the caller does.
            let body = unsafeBitCast(body, to: (@Sendable () throws -> Int).self)
            return try await value(of: add { try body() })
        }
        return try await value(of: add { try await body() })
    }

    private func value(of task: Task<Int, any Error>) async throws -> Int {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func add(
        isBarrier: Bool = false, room: FaultyTaskRoom? = nil, _ body: @escaping Body
    ) -> Task<Int, any Error> {
        let member = Member(isBarrier: isBarrier, room: room)
        if defect == .taskAddedInsideIsLost, Self.current === self { return Task { await endless() } }
        if defect == .taskBeginsInsideAdd {
            enter(member)
            let task = Task.immediate { try await run(body, as: member) }
            member.task.withLock { $0 = task }
            return task
        }
        let task =
            if defect == .releasedTaskQueueForgets {
                Task.detached { [weak self] in
                    try await Self.turn(of: member) { [weak self] in self?.withdraw(member) }
                    defer { self?.leave(member) }
                    return try await body()
                }
            } else {
                Task.detached(priority: Task.currentPriority) { try await self.run(body, as: member) }
            }
        member.task.withLock { $0 = task }
        enter(member)
        return task
    }

    private func run(_ body: @escaping Body, as member: Member) async throws -> Int {
        try await Self.turn(of: member) { self.withdraw(member) }
        defer { leave(member) }
        return try await Self.$current.withValue(self) {
            switch defect {
            case .runningTaskIsNotCancelled: return try await onTaskOfItsOwn(body) { _ in }
            case .awaitedTaskIsNotRaised: return try await onTaskOfItsOwn(body) { $0.cancel() }
            case .taskErrorIsLost: return (try? await body()) ?? 0
            default: return try await body()
            }
        }
    }

    /// Returns when it is the turn of `member`; throws if the task is cancelled before that.
    private static func turn(
        of member: Member, orElse withdraw: @escaping @Sendable () -> Void
    ) async throws {
        let mayRun = await withTaskCancellationHandler {
            await member.turn.value()
        } onCancel: {
            withdraw()
        }
        guard mayRun else { throw CancellationError() }
    }

    /// Runs `body` in a task that nobody awaits, and so nobody raises.
    ///
    /// - Parameter onCancel: What becomes of that task when this one is cancelled.
    private func onTaskOfItsOwn(
        _ body: @escaping Body, onCancel: @escaping @Sendable (Task<Void, Never>) -> Void
    ) async throws -> Int {
        let end = Promise<Result<Int, any Error>>()
        let task = startTask(priority: .background) {
            do {
                end.fulfill(.success(try await body()))
            } catch {
                end.fulfill(.failure(error))
            }
        }
        return try await withTaskCancellationHandler {
            await end.value()
        } onCancel: {
            onCancel(task)
        }.get()
    }

    private func endless() async -> Int { await Promise<Int>().value() }
}

extension Defect {
    static let nestedTaskWaits = Defect(
        "nestedTaskWaits", .taskQueues, "a closure of a serial queue that awaits another one waits for ever",
        caughtBy: "13.8")
    static let mainActorTaskRunsElsewhere = Defect(
        "mainActorTaskRunsElsewhere", .taskQueues, "a closure of the main actor runs on another thread",
        caughtBy: "13.12")
    static let taskAddedInsideIsLost = Defect(
        "taskAddedInsideIsLost", .taskQueues, "what a closure adds to its own queue is lost", caughtBy: "13.7"
    )
    static let taskBeginsInsideAdd = Defect(
        "taskBeginsInsideAdd", .taskQueues,
        "a closure begins inside the call that adds it, if the queue is idle",
        caughtBy: "13.17")
    static let releasedTaskQueueForgets = Defect(
        "releasedTaskQueueForgets", .taskQueues, "a queue that is released forgets what waits in it",
        caughtBy: "13.8", "13.11")
    static let runningTaskIsNotCancelled = Defect(
        "runningTaskIsNotCancelled", .taskQueues, "a closure that runs doesn't see that it is cancelled",
        caughtBy: "13.4", "13.6", "13.8", "13.14")
    static let awaitedTaskIsNotRaised = Defect(
        "awaitedTaskIsNotRaised", .taskQueues, "a closure isn't raised to the priority of who awaits it",
        caughtBy: "13.8", "13.14")
    static let taskErrorIsLost = Defect(
        "taskErrorIsLost", .taskQueues, "a closure that throws returns zero", caughtBy: "13.3", "13.8")
}
