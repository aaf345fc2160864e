internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let adding = [
        ExploredRule(
            RuleID(8, 10), "three threads that add", needs: [.lifeCycle], covers: ["two added at once"]
        ) {
            try await producers($0)
            try await changedPriorities($0)
        }
    ]

    private static func producers<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(5)
        let operations = subject.operations(5, bodies)
        let queue = subject.makeQueue()
        let adding = ExploredCount()
        @Sendable func add(_ index: Int) {
            if adding.increase() > 1 { ExploredSchedule.cover("two added at once") }
            queue.addOperation(operations[index])
            adding.decrease()
        }
        let producers = [[0, 1], [2, 3]].map { indices in
            startTask { for index in indices { add(index) } }
        }
        add(4)
        for producer in producers { await producer.value }
        await subject.waitForAll(operations)
        bodies.expectOnce(0..<5)
    }

    static let waiting = [
        ExploredRule(
            RuleID(9, 1), "the end of an operation and those that begin to wait for it", needs: [.lifeCycle],
            covers: ["began to wait before the end", "began to wait after the end"]
        ) {
            try await waiters($0)
        },
        ExploredRule(
            RuleID(9, 3), "the end of a queue's last operation and those that wait for all",
            needs: [.lifeCycle],
            covers: ["began to wait before the end", "began to wait after the end"]
        ) {
            try await waitersForAll($0)
            try await waitersForOne($0)
            try await blockedWaiterForOne($0)
        },
        ExploredRule(
            RuleID(9, 5), "a cancel, the end, and the completion block",
            needs: [.completionBlocks, .lifeCycle, .cancellation], covers: ["cancelled", "ran"]
        ) { try await completion($0) },
    ]

    /// Priorities that change as the queue lists the operations.
    private static func changedPriorities<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        guard subject.claims.contains(.priorities), subject.claims.contains(.concurrencyLimit),
            let high = Subject.Queue.Operation.QueuePriority(rawValue: QueuePriority.high.rawValue)
        else { return }
        let (bodies, queue) = (ExploredBodies(4), try subject.makeQueue(limit: 1))
        let operations = subject.operations(4, bodies)
        let changer = startTask { for operation in operations { operation.queuePriority = high } }
        for operation in operations { queue.addOperation(operation) }
        await changer.value
        await subject.waitForAll(operations)
        bodies.expectOnce(0..<4)
    }

    private static func waiters<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(1)
        let operation = subject.operations(1, bodies)[0]
        let waiters = (0..<3).map { _ in
            startTask {
                ExploredSchedule.cover(
                    operation.isFinished ? "began to wait after the end" : "began to wait before the end")
                await operation.waitUntilFinished()
                ExploredSchedule.expect(
                    operation.isFinished, "waiting returned before the operation had finished")
            }
        }
        subject.makeQueue().addOperation(operation)
        for waiter in waiters { await waiter.value }
        bodies.expectOnce([0])
    }

    private static func waitersForAll<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(5)
        let queue = subject.makeQueue()
        let later = subject.operations(5, bodies)[4]
        // The first adds another while it runs: whoever waits for it waits for that, too.
        let operations = (0..<4).map { index in
            subject.makeOperation { _ in
                if index == 0 { queue.addOperation(later) }
                bodies.run(index)
            }
        }
        let waiters = [0, 2].map { first in
            startTask {
                queue.addOperation(operations[first])
                queue.addOperation(operations[first + 1])
                let ended = operations.count { $0.isFinished }
                ExploredSchedule.cover(
                    ended == 4 ? "began to wait after the end" : "began to wait before the end")
                await queue.waitUntilAllOperationsAreFinished()
                ExploredSchedule.expect(
                    bodies.ends(first) == 1 && bodies.ends(first + 1) == 1
                        && (first != 0 || bodies.ends(4) == 1),
                    "waiting for all returned before what had been added had ended")
            }
        }
        for waiter in waiters { await waiter.value }
        bodies.expectOnce(0..<5)
    }

    /// Each adds one operation at a time, and waits.
    private static func waitersForOne<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, queue) = (ExploredBodies(4), subject.makeQueue())
        let operations = subject.operations(4, bodies)
        let waiters = [0, 2].map { first in
            startTask {
                for number in first...first + 1 {
                    queue.addOperation(operations[number])
                    await queue.waitUntilAllOperationsAreFinished()
                    ExploredSchedule.expect(
                        bodies.ends(number) == 1,
                        "waiting for all returned before what had been added had ended")
                }
            }
        }
        for waiter in waiters { await waiter.value }
        bodies.expectOnce(0..<4)
    }

    /// The same for a thread, where a queue has such waits.
    private static func blockedWaiterForOne<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        guard let blocking = subject.blockingWaits else { return }
        let (bodies, queue, ended) = (ExploredBodies(2), subject.makeQueue(), Promise<Void>())
        let operations = subject.operations(2, bodies)
        SystemThread.start {
            for number in 0..<2 {
                queue.addOperation(operations[number])
                blocking.blockUntilAllOperationsAreFinished(in: queue)
                ExploredSchedule.expect(
                    bodies.ends(number) == 1,
                    "waiting for all, as a thread, returned before what had been added had ended")
            }
            ended.fulfill(())
        }
        await ended.value()
        bodies.expectOnce(0..<2)
    }

    private static func completion<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(1)
        let operation = subject.operations(1, bodies)[0]
        let completions = ExploredBodies(1)
        operation.completionBlock = { [weak operation] in
            ExploredSchedule.expect(
                operation?.isFinished ?? true, "the completion block began before the operation had finished")
            completions.run(0)
        }
        let canceller = startTask { operation.cancel() }
        subject.makeQueue().addOperation(operation)
        await operation.waitUntilFinished()
        await canceller.value
        ExploredSchedule.cover(bodies.runs(0) == 0 ? "cancelled" : "ran")
        completions.expectOnce([0])
    }
}
