internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let boundedWaiting = [
        ExploredRule(
            "4.8", "a deadline and the end of the operation that is waited for",
            needs: [.lifeCycle, .boundedWaiting],
            covers: ["the time was over first", "the end came first"]
        ) { await deadline($0) },
        ExploredRule(
            "9.9", "a cancel of the task that waits and the end of the operation",
            needs: [.lifeCycle, .boundedWaiting], covers: ["the wait was cancelled", "the end came first"]
        ) { await cancelledWait($0) },
        ExploredRule(
            "6.10", "three operations that each wait for the next of their queue, and two producers",
            needs: [.overlap, .nestedWaiting], covers: ["waited for one that had not begun"]
        ) { await nestedWaits($0) },
    ]

    private static func deadline<Subject: ExplorableSubject>(_ subject: Subject) async {
        let (bodies, isDue) = (ExploredBodies(1), Latch())
        let operation = subject.makeOperation { _ in bodies.run(0) { isDue.waitBlocking() } }
        // The operation goes on when the time is over.
        let opener = startTask {
            // `for:` asks the clock, which only an interposed runtime shares with the schedule.
            try? await Task.sleep(nanoseconds: 1_000_000)
            isDue.open()
        }
        let waiter = waiter(for: operation, timeout: .milliseconds(1), mayEndBy: .deadline)
        subject.makeQueue().addOperation(operation)
        await waiter.value
        await opener.value
        await operation.waitUntilFinished()
        ExploredSchedule.expect(!operation.isCancelled, "the end of a wait's time reached the operation")
        bodies.expectOnce([0])
    }

    private static func cancelledWait<Subject: ExplorableSubject>(_ subject: Subject) async {
        let bodies = ExploredBodies(1)
        let (operation, queue) = (subject.operations(1, bodies)[0], subject.makeQueue())
        let waiter = waiter(for: operation, timeout: nil, mayEndBy: .cancellation)
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
    private static func nestedWaits<Subject: ExplorableSubject>(_ subject: Subject) async {
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
        let producer = startTask { queue.addOperations([all[1], all[2]]) }
        queue.addOperation(all[0])
        queue.addOperation(last)
        await producer.value
        await subject.waitForAll(all)
        bodies.expectOnce(0..<4)
    }
}
