internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let states = [
        ExploredRule(
            RuleID(1, 2), "an operation that runs and two threads that read its state", needs: [.lifeCycle],
            covers: ["seen executing", "seen finished"]
        ) { await watchedStates($0) },
        ExploredRule(
            RuleID(1, 25), "two threads that announce the end of one operation, in a queue of one slot",
            needs: [.lifeCycle, .startOverrides, .concurrencyLimit],
            covers: ["announced before the end", "announced after the end"]
        ) { await twoEnds($0) },
    ]

    private static func twoEnds<Subject: ExplorableSubject>(_ subject: Subject) async {
        let control = Mutex<StartOverrideControl?>(nil)
        let begun = Promise<Void>()
        // It is claimed, or the rule is not applicable.
        let operation = try! subject.makeStartOverride { _, made in
            made.announceExecuting()
            control.withLock { $0 = made }
            begun.fulfill(())
        }
        let queue = subject.makeQueue(limit: 1)
        queue.addOperation(operation)
        await begun.value()
        let announcers = (0..<2).map { _ in
            startTask {
                ExploredSchedule.cover(
                    operation.isFinished ? "announced after the end" : "announced before the end")
                control.withLock { $0 }?.announceFinished()
                ExploredSchedule.expect(
                    operation.isFinished && !operation.isExecuting,
                    "the announcement of the end returned before the operation had ended")
            }
        }
        for announcer in announcers { await announcer.value }
        // More slots than one show as an overlap.
        let bodies = ExploredBodies(2, limit: 1)
        let others = subject.operations(2, bodies)
        for other in others { queue.addOperation(other) }
        await subject.waitForAll(others)
        bodies.expectOnce(0..<2)
        control.withLock { $0 = nil }
    }

    private static func watchedStates<Subject: ExplorableSubject>(_ subject: Subject) async {
        let bodies = ExploredBodies(1)
        let operation = subject.operations(1, bodies)[0]
        let watchers = (0..<2).map { _ in
            startTask {
                for _ in 0..<3 {
                    let isFinished = operation.isFinished
                    let isExecuting = operation.isExecuting
                    if isFinished { ExploredSchedule.cover("seen finished") }
                    if isExecuting { ExploredSchedule.cover("seen executing") }
                    ExploredSchedule.expect(
                        !(isFinished && isExecuting),
                        "an operation was executing after it had been seen finished")
                }
            }
        }
        subject.makeQueue().addOperation(operation)
        await operation.waitUntilFinished()
        for watcher in watchers { await watcher.value }
        bodies.expectOnce([0])
    }

    static let cancellation = [
        ExploredRule(
            RuleID(2, 9),
            "an operation that cancels itself, a cancel from outside, and a thread that watches",
            needs: [.lifeCycle, .cancellation], covers: ["ran", "did not run"]
        ) { await cancelFromInside($0) },
        ExploredRule(
            RuleID(2, 14), "a cancel and the start of the same operation",
            needs: [.lifeCycle, .cancellation],
            covers: ["ran", "did not run"]
        ) { await cancelAndStart($0) },
        ExploredRule(
            RuleID(2, 15), "cancels and starts in a queue of two slots",
            needs: [.lifeCycle, .cancellation, .concurrencyLimit], covers: ["ran", "did not run"]
        ) { await slotOfCancelled($0) },
        ExploredRule(
            RuleID(2, 18), "a cancel and the making of the task of an async body",
            needs: [.lifeCycle, .cancellation, .asyncBodies],
            covers: ["cancelled before it executes", "cancelled as it executes"], usesVariants: false
        ) { await cancelAndTask($0) },
        ExploredRule(
            RuleID(4, 4), "the adding of a cycle's members and the cancel of one",
            needs: [.lifeCycle, .cancellation, .dependencies],
            covers: ["cancelled before the adding", "cancelled meanwhile", "cancelled after the adding"]
        ) { await cancelledCycle($0) },
    ]

    private static func cancelFromInside<Subject: ExplorableSubject>(_ subject: Subject) async {
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

    private static func cancelAndStart<Subject: ExplorableSubject>(_ subject: Subject) async {
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
    private static func cancelAndTask<Subject: ExplorableSubject>(_ subject: Subject) async {
        let (cancelled, started) = (Promise<Void>(), Promise<Void>())
        // It is claimed, or the rule is not applicable.
        let operation = try! subject.makeAsyncOperation { _ in
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
    private static func slotOfCancelled<Subject: ExplorableSubject>(_ subject: Subject) async {
        let bodies = ExploredBodies(5, limit: 2)
        let operations = subject.operations(2, bodies)
        let meeting = meeting(of: 2, subject, bodies, from: 2) + [subject.operations(5, bodies)[4]]
        let queue = subject.makeQueue(limit: 2)
        let canceller = startTask { for operation in operations { operation.cancel() } }
        for operation in operations + meeting { queue.addOperation(operation) }
        await subject.waitForAll(operations + meeting)
        await canceller.value
        for index in 0..<2 { ExploredSchedule.cover(bodies.runs(index) == 0 ? "did not run" : "ran") }
        ExploredSchedule.whenQuiescent {
            (0..<2).first { bodies.runs($0) > 1 }.map { "operation \($0) ran \(bodies.runs($0)) times" }
        }
    }

    private static func cancelledCycle<Subject: ExplorableSubject>(_ subject: Subject) async {
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
