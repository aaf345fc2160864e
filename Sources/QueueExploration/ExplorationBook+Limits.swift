internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let limits = [
        ExploredRule(
            RuleID(6, 1), "two producers and the workers of a queue of two slots",
            needs: [.lifeCycle, .concurrencyLimit],
            covers: ["two at once"]
        ) { try await neverMore($0) },
        ExploredRule(
            RuleID(6, 3), "a raise of the limit and an operation that waits for the next to run",
            needs: [.lifeCycle, .concurrencyLimit],
            covers: ["raised before the adding", "raised meanwhile", "raised after the adding"]
        ) { try await raisedLimit($0) },
        ExploredRule(
            RuleID(6, 9),
            "an operation that is added while a worker looks for more, for its queue or another",
            needs: [.lifeCycle, .concurrencyLimit],
            covers: ["two at once", "added after one", "added after both"]
        ) {
            try await freeSlot($0)
            try await twoQueues($0)
            try await changedUnderlyingQueue($0)
        },
        ExploredRule(
            RuleID(6, 11), "two operations whose start returns, and three that have to run at once",
            needs: [.lifeCycle, .concurrencyLimit, .startOverrides, .overlap],
            covers: ["added before both began", "added after both began"]
        ) { try await returnedStarts($0) },
        ExploredRule(
            RuleID(6, 12), "workers that are blocked, and the operation that they are blocked by",
            needs: [.lifeCycle, .concurrencyLimit, .overlap],
            covers: ["added before both were blocked", "added while both were blocked"]
        ) { try await blocked($0) },
    ]

    /// At the limit of a new queue, and on two processors: those that meet lack slots unless the others leave theirs.
    private static func returnedStarts<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let begun = ExploredCount()
        /// What ends those that have begun; nil once they end as they begin.
        let controls = Mutex<[StartOverrideControl]?>([])
        let operations = try (0..<2).map { _ in
            try subject.makeStartOverride { _, control in
                control.announceExecuting()
                begun.increase()
                if controls.withLock({ $0?.append(control) }) == nil { control.announceFinished() }
            }
        }
        let meeting = meeting(of: 3, subject)
        let queue = subject.makeQueue()
        for operation in operations { queue.addOperation(operation) }
        ExploredSchedule.cover(begun.value == 2 ? "added after both began" : "added before both began")
        for operation in meeting { queue.addOperation(operation) }
        await subject.waitForAll(meeting)
        for control in controls.withLock({ $0.take() }) ?? [] { control.announceFinished() }
        await subject.waitForAll(operations)
    }

    /// At the limit of a new queue, and on two processors: both workers wait for what a third has to run. And once more, after
    /// a time in which the queue was empty, and nobody had to look at its workers.
    private static func blocked<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let queue = subject.makeQueue()
        try await block(queue, subject)
        await queue.waitUntilAllOperationsAreFinished()
        // In the time of the exploration.
        try? await Task.sleep(for: .seconds(1))
        try await block(queue, subject)
    }

    private static func block<Subject: ExplorableSubject>(_ queue: Subject.Queue, _ subject: Subject)
        async throws
    {
        let bodies = ExploredBodies(3)
        let parkers = [Parker(), Parker()]
        let inside = ExploredCount()
        let operations = (0..<2).map { index in
            subject.makeOperation { _ in
                bodies.run(index) {
                    inside.increase()
                    parkers[index].park()
                }
            }
        }
        let last = subject.makeOperation { _ in
            bodies.run(2) { for parker in parkers { parker.unpark() } }
        }
        let producer = startTask {
            ExploredSchedule.cover(
                inside.value == 2 ? "added while both were blocked" : "added before both were blocked")
            queue.addOperation(last)
        }
        for operation in operations { queue.addOperation(operation) }
        await producer.value
        await subject.waitForAll(operations + [last])
        bodies.expectOnce(0..<3)
    }

    /// Two end as they come. The others stay until all are added and two of them are there, so one too many is seen.
    private static func neverMore<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(5, limit: 2)
        let parkers = (0..<5).map { _ in Parker() }
        let both = Parker()
        let begun = ExploredCount()
        let operations = (0..<5).map { index in
            subject.makeOperation { _ in
                bodies.run(index) {
                    guard index > 1 else { return }
                    if begun.increase() == 2 { both.unpark() }
                    parkers[index].park()
                }
            }
        }
        let queue = try subject.makeQueue(limit: 2)
        queue.addOperation(operations[0])
        queue.addOperation(operations[1])
        let producer = startTask { queue.addTogether([operations[3], operations[4]]) }
        queue.addOperation(operations[2])
        await producer.value
        WorkerThread.start {
            both.park()
            for parker in parkers { parker.unpark() }
        }
        await subject.waitForAll(operations)
        bodies.expectOnce(0..<5)
    }

    /// Operations none of which ends before all run.
    /// - Parameters:
    ///   - bodies: What counts their runs, if anything does.
    ///   - first: The number that the first has there.
    static func meeting<Subject: ExplorableSubject>(
        of count: Int, _ subject: Subject, _ bodies: ExploredBodies? = nil, from first: Int = 0
    ) -> [Subject.Queue.Operation] {
        let (bodies, parkers) = (bodies ?? ExploredBodies(first + count), (0..<count).map { _ in Parker() })
        return (0..<count).map { index in
            subject.makeOperation { _ in
                bodies.run(first + index) {
                    for other in 0..<count where other != index { parkers[other].unpark() }
                    for _ in 1..<count { parkers[index].park() }
                }
            }
        }
    }

    private static func raisedLimit<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let operations = meeting(of: 2, subject)
        let queue = try subject.makeQueue(limit: 1).limited
        let added = ExploredCount()
        let raiser = startTask {
            added.cover(
                after: 2, "raised after the adding", meanwhile: "raised meanwhile",
                before: "raised before the adding"
            ) { queue.setMaxConcurrentOperationCount(2) }
        }
        for operation in operations {
            queue.addOperation(operation)
            added.increase()
        }
        await subject.waitForAll(operations)
        await raiser.value
    }

    /// What is added after an end comes while the worker that has seen to it looks for more, or when it has looked.
    private static func freeSlot<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(2)
        let before = subject.operations(2, bodies)
        let operations = meeting(of: 2, subject)
        let queue = try subject.makeQueue(limit: 2)
        for operation in before { queue.addOperation(operation) }
        await before[0].waitUntilFinished()
        ExploredSchedule.cover(bodies.ends(1) == 1 ? "added after both" : "added after one")
        for operation in operations { queue.addOperation(operation) }
        await subject.waitForAll(operations)
        bodies.expectOnce(0..<2)
    }

    /// A queue needs a thread while the worker of another looks for more, and that finds more: both run at once.
    private static func twoQueues<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, queues) = (ExploredBodies(3), [subject.makeQueue(), subject.makeQueue()])
        let before = subject.operations(1, bodies)
        let operations = meeting(of: 2, subject, bodies, from: 1)
        queues[0].addOperation(before[0])
        let producer = startTask { queues[1].addOperation(operations[1]) }
        queues[0].addOperation(operations[0])
        await producer.value
        await subject.waitForAll(before + operations)
        bodies.expectOnce(0..<3)
    }

    /// Who looks for more when the queue has become empty is none that it counts on after the change.
    private static func changedUnderlyingQueue<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        guard let underlyings = try? subject.underlying else { return }
        let (bodies, queue) = (ExploredBodies(4), try subject.makeQueue(limit: 1))
        for operation in subject.operations(4, bodies) {
            queue.addOperation(operation)
            await queue.waitUntilAllOperationsAreFinished()
            // A change as any other, and its workers run on threads that the explorer controls.
            underlyings.setUnderlyingQueue(nil, of: queue)
        }
        bodies.expectOnce(0..<4)
    }
}
