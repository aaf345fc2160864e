internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let cancellation = [
        ExploredRule(
            RuleID(2, 4),
            "a cancel, and changes of the priority and the quality of service, of one operation",
            needs: [.lifeCycle, .cancellation, .priorities],
            covers: ["cancelled in time", "cancelled too late"]
        ) { try await cancelAndChange($0) },
        ExploredRule(
            RuleID(2, 9),
            "an operation that cancels itself, a cancel from outside, and a thread that watches",
            needs: [.lifeCycle, .cancellation], covers: ["ran", "did not run"]
        ) { try await cancelFromInside($0) },
        ExploredRule(
            RuleID(2, 14), "a cancel and the start of the same operation",
            needs: [.lifeCycle, .cancellation],
            covers: ["ran", "did not run"]
        ) { try await cancelAndStart($0) },
        ExploredRule(
            RuleID(2, 15), "cancels and starts in a queue of two slots",
            needs: [.lifeCycle, .cancellation, .concurrencyLimit], covers: ["ran", "did not run"]
        ) { try await slotOfCancelled($0) },
        ExploredRule(
            RuleID(2, 18), "a cancel and the making of the task of an async body",
            needs: [.lifeCycle, .cancellation, .asyncBodies],
            covers: ["cancelled before it executes", "cancelled as it executes"], usesVariants: false
        ) { try await cancelAndTask($0) },
        ExploredRule(
            RuleID(4, 4), "the adding of a cycle's members and the cancel of one",
            needs: [.lifeCycle, .cancellation, .dependencies],
            covers: ["cancelled before the adding", "cancelled meanwhile", "cancelled after the adding"]
        ) { try await cancelledCycle($0) },
    ]

    /// No change undoes another one.
    private static func cancelAndChange<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(1)
        let operation = subject.operations(1, bodies)[0]
        let priority = Subject.Queue.Operation.QueuePriority(rawValue: QueuePriority.high.rawValue)!
        let changers = [
            startTask { operation.queuePriority = priority },
            startTask {
                // Where it is claimed.
                try? subject.setQualityOfService(.utility, of: operation)
            },
        ]
        let isCancelled = ExploredCount()
        let canceller = startTask {
            operation.cancel()
            if operation.isCancelled { isCancelled.increase() }
        }
        subject.makeQueue().addOperation(operation)
        await operation.waitUntilFinished()
        await canceller.value
        for changer in changers { await changer.value }
        let wasInTime = isCancelled.value == 1
        ExploredSchedule.cover(wasInTime ? "cancelled in time" : "cancelled too late")
        ExploredSchedule.expect(
            operation.isFinished && !operation.isExecuting && operation.isCancelled == wasInTime,
            "an operation ended with isCancelled \(operation.isCancelled), which was \(wasInTime) when cancel() had returned"
        )
        ExploredSchedule.expect(
            operation.queuePriority == priority, "the priority isn't what it was set to")
    }

    private static func cancelFromInside<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(1)
        let operation = subject.makeOperation { operation in
            operation.cancel()
            ExploredSchedule.expect(operation.isCancelled, "main did not see that it had cancelled itself")
            bodies.run(0)
            ExploredSchedule.expect(
                operation.isExecuting && !operation.isFinished, "cancelling itself ended an operation")
        }
        let canceller = startTask { operation.cancel() }
        let watcher = startTask {
            if operation.isCancelled {
                ExploredSchedule.expect(operation.isCancelled, "isCancelled fell again")
            }
        }
        subject.makeQueue().addOperation(operation)
        await operation.waitUntilFinished()
        ExploredSchedule.expect(operation.isCancelled, "the operation ended without being cancelled")
        await canceller.value
        await watcher.value
        ExploredSchedule.expect(operation.isCancelled, "isCancelled fell after the end")
        ExploredSchedule.cover(bodies.runs(0) == 0 ? "did not run" : "ran")
        ExploredSchedule.whenQuiescent {
            let (runs, ends) = (bodies.runs(0), bodies.ends(0))
            return runs == ends && runs < 2 ? nil : "main began \(runs) times and ended \(ends) times"
        }
    }

    private static func cancelAndStart<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(1)
        let operation = subject.operations(1, bodies)[0]
        let mustNotRun = Atomic<Int>(0)
        let canceller = startTask {
            operation.cancel()
            // In this order: what is not executing, and not finished later on, had not begun.
            if !operation.isExecuting && !operation.isFinished { mustNotRun.store(1) }
        }
        subject.makeQueue().addOperation(operation)
        await operation.waitUntilFinished()
        await canceller.value
        ExploredSchedule.expect(operation.isFinished && !operation.isExecuting, "the operation has not ended")
        let wasInTime = mustNotRun.load() == 1
        ExploredSchedule.cover(bodies.runs(0) == 0 ? "did not run" : "ran")
        ExploredSchedule.whenQuiescent {
            let (runs, ends) = (bodies.runs(0), bodies.ends(0))
            if wasInTime && runs > 0 { return "main ran, though cancel() had returned before it began" }
            return runs == ends && runs < 2 ? nil : "main began \(runs) times and ended \(ends) times"
        }
    }

    /// The body looks when both have returned, the cancel and the start that makes the task.
    private static func cancelAndTask<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (cancelled, started) = (Promise<Void>(), Promise<Void>())
        let operation = try subject.makeAsyncOperation { _ in
            await cancelled.value()
            await started.value()
            ExploredSchedule.expect(Task.isCancelled, "the body did not see that its operation was cancelled")
        }
        let canceller = startTask {
            ExploredSchedule.cover(
                operation.isExecuting ? "cancelled as it executes" : "cancelled before it executes")
            operation.cancel()
            cancelled.fulfill(())
        }
        operation.start()
        started.fulfill(())
        await operation.waitUntilFinished()
        await canceller.value
    }

    /// Those behind the cancelled ones end only if both have a slot.
    private static func slotOfCancelled<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(5, limit: 2)
        let operations = subject.operations(2, bodies)
        let meeting = meeting(of: 2, subject, bodies, from: 2) + [subject.operations(5, bodies)[4]]
        let queue = try subject.makeQueue(limit: 2)
        let canceller = startTask { for operation in operations { operation.cancel() } }
        for operation in operations + meeting { queue.addOperation(operation) }
        await subject.waitForAll(operations + meeting)
        await canceller.value
        for index in 0..<2 { ExploredSchedule.cover(bodies.runs(index) == 0 ? "did not run" : "ran") }
        ExploredSchedule.whenQuiescent {
            (0..<2).first { bodies.runs($0) > 1 }.map { "operation \($0) ran \(bodies.runs($0)) times" }
        }
    }

    private static func cancelledCycle<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(3)
        let operations = (0..<3).map { index in
            subject.makeOperation { _ in
                // 1 waits for 2, and 2 for the cancelled one.
                if index == 1 {
                    ExploredSchedule.expect(bodies.ends(2) == 1, "a member ran before its dependency")
                }
                bodies.run(index)
            }
        }
        for index in 0..<3 { operations[index].addDependency(operations[(index + 1) % 3]) }
        let queue = subject.makeQueue()
        let added = ExploredCount()
        let canceller = startTask {
            added.cover(
                after: 3, "cancelled after the adding", meanwhile: "cancelled meanwhile",
                before: "cancelled before the adding"
            ) { operations[0].cancel() }
        }
        let producer = startTask {
            queue.addOperation(operations[2])
            added.increase()
        }
        for index in 0..<2 {
            queue.addOperation(operations[index])
            added.increase()
        }
        await subject.waitForAll(operations)
        await canceller.value
        await producer.value
        ExploredSchedule.expect(bodies.runs(0) == 0, "the cancelled member of the cycle ran")
        bodies.expectOnce(1..<3)
        for operation in operations {
            for dependency in operation.dependencies { operation.removeDependency(dependency) }
        }
    }
}
