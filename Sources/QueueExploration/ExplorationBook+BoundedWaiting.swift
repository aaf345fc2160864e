internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let boundedWaiting = [
        ExploredRule(
            "4.8", "a deadline, those who wait, and the end of the operation that is waited for",
            needs: [.lifeCycle, .boundedWaiting],
            covers: ["the time was over first", "the end came first"]
        ) {
            try await deadline($0)
            try await blockedDeadline($0)
            try await endInTime($0)
            try await endOfAllInTime($0)
            try await waitAfterADeadline($0)
        },
        ExploredRule(
            "9.9", "a cancel of the task that waits and the end of the operation",
            needs: [.lifeCycle, .boundedWaiting], covers: ["the wait was cancelled", "the end came first"]
        ) {
            try await cancelledWait($0)
            try await cancelledWaitForAll($0)
        },
        ExploredRule(
            "6.10", "three operations that each wait for the next of their queue, and two producers",
            needs: [.lifeCycle, .overlap, .nestedWaiting], covers: ["waited for one that had not begun"]
        ) { try await nestedWaits($0) },
    ]

    private static func openInAMillisecond(_ latch: Latch) -> Task<Void, Never> {
        startTask {
            // `for:` asks the clock, which only an interposed runtime shares with the schedule.
            try? await Task.sleep(nanoseconds: 1_000_000)
            latch.open()
        }
    }

    private static func deadline<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, isDue) = (ExploredBodies(1), Latch())
        let operation = subject.makeOperation { _ in bodies.run(0) { isDue.waitBlocking() } }
        // The operation goes on when the time is over.
        let opener = openInAMillisecond(isDue)
        let waiter = waiter(for: try operation.boundedWaiting, timeout: .milliseconds(1), mayEndBy: .deadline)
        subject.makeQueue().addOperation(operation)
        await waiter.value
        await opener.value
        await operation.waitUntilFinished()
        ExploredSchedule.expect(!operation.isCancelled, "the end of a wait's time reached the operation")
        bodies.expectOnce([0])
    }

    /// The same for threads, one of which waits for the operation and one for the queue.
    private static func blockedDeadline<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        guard let blocking = subject.blockingWaits else { return }
        let (bodies, isDue) = (ExploredBodies(1), Latch())
        let operation = subject.makeOperation { _ in bodies.run(0) { isDue.waitBlocking() } }
        let queue = subject.makeQueue()
        let opener = openInAMillisecond(isDue)
        queue.addOperation(operation)
        let ended = (0..<2).map { _ in Promise<Void>() }
        for isOfQueue in [false, true] {
            SystemThread.start {
                do throws(WaitEndedEarly) {
                    if isOfQueue {
                        try blocking.block(for: queue, timeout: .milliseconds(1))
                    } else {
                        try blocking.block(for: operation, timeout: .milliseconds(1))
                    }
                    ExploredSchedule.expect(
                        operation.isFinished, "a wait that blocks returned before the operation had finished")
                } catch {
                    ExploredSchedule.expect(
                        error.reason == .deadline, "a wait that blocks ended by \(error.reason)")
                }
                ended[isOfQueue ? 1 : 0].fulfill(())
            }
        }
        for end in ended { await end.value() }
        await opener.value
        await queue.waitUntilAllOperationsAreFinished()
        bodies.expectOnce([0])
    }

    /// In an exploration time passes when nobody can go on. So the operation always ends in time.
    private static func endInTime<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(1)
        let operation = subject.operations(1, bodies)[0]
        let bounded = try operation.boundedWaiting
        let waiters = (0..<2).map { _ in
            startTask {
                do throws(WaitEndedEarly) {
                    try await bounded.waitUntilFinished(timeout: .seconds(1))
                } catch {
                    ExploredSchedule.expect(
                        false, "a wait that had time ended by \(error.reason), though the operation ended")
                }
            }
        }
        subject.makeQueue().addOperation(operation)
        for waiter in waiters { await waiter.value }
        bodies.expectOnce([0])
    }

    private static func endOfAllInTime<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, queue) = (ExploredBodies(2), try subject.makeQueue().boundedWaiting)
        let waiters = subject.operations(2, bodies).enumerated().map { index, operation in
            startTask {
                queue.addOperation(operation)
                do throws(WaitEndedEarly) {
                    try await queue.waitUntilAllOperationsAreFinished(timeout: .seconds(1))
                    ExploredSchedule.expect(
                        bodies.ends(index) == 1,
                        "a wait for all returned before what had been added had ended")
                } catch {
                    ExploredSchedule.expect(
                        false, "a wait for all that had time ended by \(error.reason), though all ended")
                }
            }
        }
        for waiter in waiters { await waiter.value }
        bodies.expectOnce(0..<2)
    }

    /// The time of one who waits for all is over as all have ended, and another waits for what comes next.
    private static func waitAfterADeadline<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, queue, isDue) = (ExploredBodies(2), try subject.makeQueue().boundedWaiting, Latch())
        let opener = openInAMillisecond(isDue)
        let first = subject.makeOperation { _ in bodies.run(0) { isDue.waitBlocking() } }
        queue.addOperation(first)
        let impatient = startTask {
            try? await queue.waitUntilAllOperationsAreFinished(timeout: .milliseconds(1))
        }
        await first.waitUntilFinished()
        queue.addOperation(subject.makeOperation { _ in bodies.run(1) })
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.expect(
            bodies.ends(1) == 1, "a wait for all returned before what had been added had ended")
        await impatient.value
        await opener.value
        bodies.expectOnce(0..<2)
    }

    /// Who waits without a bound goes on waiting when somebody else has stopped.
    private static func cancelledWaitForAll<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, queue, mayEnd) = (ExploredBodies(1), try subject.makeQueue().boundedWaiting, Latch())
        queue.addOperation(subject.makeOperation { _ in bodies.run(0) { mayEnd.waitBlocking() } })
        let patient = startTask { await queue.waitUntilAllOperationsAreFinished() }
        let impatient = startTask {
            do throws(WaitEndedEarly) {
                try await queue.waitUntilAllOperationsAreFinished(timeout: nil)
                ExploredSchedule.expect(false, "a wait for all returned before the operation had finished")
            } catch {
                ExploredSchedule.expect(
                    error.reason == .cancellation, "a wait that was cancelled ended by \(error.reason)")
            }
        }
        let canceller = startTask { impatient.cancel() }
        await impatient.value
        mayEnd.open()
        await patient.value
        await canceller.value
        bodies.expectOnce([0])
    }

    private static func cancelledWait<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(1)
        let (operation, queue) = (subject.operations(1, bodies)[0], subject.makeQueue())
        let waiter = waiter(for: try operation.boundedWaiting, timeout: nil, mayEndBy: .cancellation)
        let canceller = startTask { waiter.cancel() }
        queue.addOperation(operation)
        await waiter.value
        await canceller.value
        await operation.waitUntilFinished()
        ExploredSchedule.expect(
            !operation.isCancelled, "the cancel of a task that waited reached the operation")
        bodies.expectOnce([0])
    }

    /// A task that waits for an operation, and may end early for one reason only.
    private static func waiter<Operation: BoundedWaitingOperation>(
        for operation: Operation, timeout: Duration?, mayEndBy reason: WaitEndedEarly.Reason
    ) -> Task<Void, Never> {
        startTask {
            do throws(WaitEndedEarly) {
                try await operation.waitUntilFinished(timeout: timeout)
                ExploredSchedule.expect(
                    operation.isFinished, "a wait returned before the operation had finished")
                ExploredSchedule.cover("the end came first")
            } catch {
                ExploredSchedule.expect(
                    error.reason == reason,
                    "a wait that only \(reason) could end early ended by \(error.reason)")
                ExploredSchedule.cover(
                    reason == .deadline ? "the time was over first" : "the wait was cancelled")
            }
        }
    }

    /// On two processors: without further workers, all that there are would wait.
    private static func nestedWaits<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, queue) = (ExploredBodies(4), subject.makeQueue())
        let last = subject.operations(4, bodies)[3]
        var operations = [last]
        for index in (0..<3).reversed() {
            let next = operations[0]
            let operation = subject.makeOperation { _ in
                bodies.run(index) {
                    if bodies.runs(index + 1) == 0 {
                        ExploredSchedule.cover("waited for one that had not begun")
                    }
                    next.waitUntilFinished()
                    ExploredSchedule.expect(
                        bodies.ends(index + 1) == 1, "a wait returned before the operation had ended")
                }
            }
            operations.insert(operation, at: 0)
        }
        let all = operations
        let producer = startTask { queue.addTogether([all[1], all[2]]) }
        queue.addOperation(all[0])
        queue.addOperation(last)
        await producer.value
        await subject.waitForAll(all)
        bodies.expectOnce(0..<4)
    }
}
