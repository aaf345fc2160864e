internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let exclusivity = [
        ExploredRule(
            "12.4", "operations of one category in three queues, which two threads add",
            needs: [.lifeCycle, .dependencies, .concurrencyLimit, .exclusivity],
            covers: ["the first ran first", "the second ran first"]
        ) { try await acrossQueues($0) },
        ExploredRule(
            "12.11", "operations that share two categories crosswise, and a dependency that is added late",
            needs: [.lifeCycle, .dependencies, .concurrencyLimit, .exclusivity],
            covers: ["the first ran first", "the second ran first"]
        ) { try await crossing($0) },
        ExploredRule(
            "12.19", "a cancel, ends, and turns that are handed on",
            needs: [.lifeCycle, .cancellation, .exclusivity],
            covers: ["the cancelled one ran", "the cancelled one did not run"]
        ) { try await cancelledInLine($0) },
        ExploredRule(
            "12.28",
            "the limit 0 of a queue, another that is suspended, and operations of one category in three",
            needs: [.lifeCycle, .suspension, .concurrencyLimit, .exclusivity],
            covers: ["ran before its queue was stopped", "ran after its queue went on"]
        ) {
            try await stoppedQueue($0)
            try await addedToASuspendedQueue($0)
        },
    ]

    private static func acrossQueues<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, scenario) = (ExploredBodies(4, limit: 1), AdvancedScenario(subject))
        let operations = scenario.exclusive(4, bodies)
        operations[3].addDependency(operations[2])
        let other: any BasicOperationQueue<Subject.Queue.Operation> =
            (subject as? any OtherQueueSubject<Subject.Queue>)?.makeOtherKindOfQueue() ?? subject.makeQueue()
        let (queue, serial) = (subject.makeQueue(), try subject.makeQueue(limit: 1))
        let producer = startTask {
            serial.addOperation(operations[1])
            serial.addOperation(operations[3])
        }
        queue.addOperation(operations[0])
        other.addOperation(operations[2])
        await operations[0].waitUntilFinished()
        ExploredSchedule.cover("the \(bodies.ends(1) == 0 ? "first" : "second") ran first")
        await producer.value
        await subject.waitForAll(operations)
        bodies.expectOnce(0..<4)
    }

    private static func crossing<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let scenario = AdvancedScenario(subject)
        let (red, green) = (ExploredBodies(4, limit: 1), ExploredBodies(4, limit: 1))
        let all = ExploredBodies(4)
        let categories = [[red, green], [green, red], [red], [green]]
        let operations = categories.enumerated().map { index, own in
            let operation = scenario.operation { _ in
                if index == 0 {
                    ExploredSchedule.cover("the \(all.ends(1) == 0 ? "first" : "second") ran first")
                }
                all.run(index) {
                    own[0].run(index) { if own.count > 1 { own[1].run(index) } }
                }
            }
            scenario.add(own.map(\.category), to: operation)
            return operation
        }
        operations[2].addDependency(operations[3])
        let (queue, serial) = (subject.makeQueue(), try subject.makeQueue(limit: 1))
        let producer = startTask {
            serial.addOperation(operations[1])
            serial.addOperation(operations[3])
        }
        let editor = startTask { operations[0].addDependency(operations[1]) }
        queue.addOperation(operations[0])
        queue.addOperation(operations[2])
        await producer.value
        await editor.value
        await subject.waitForAll(operations)
        all.expectOnce(0..<4)
    }

    private static func cancelledInLine<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, scenario) = (ExploredBodies(4, limit: 1), AdvancedScenario(subject))
        let operations = scenario.exclusive(4, bodies)
        let (queue, second) = (subject.makeQueue(), subject.makeQueue())
        let canceller = startTask { operations[1].cancel() }
        let producer = startTask { second.addOperation(operations[3]) }
        queue.addOperation(operations[0])
        second.addOperation(operations[1])
        queue.addOperation(operations[2])
        await canceller.value
        await producer.value
        await subject.waitForAll(operations)
        ExploredSchedule.cover("the cancelled one \(bodies.runs(1) == 0 ? "did not run" : "ran")")
        bodies.expectOnce([0, 2, 3])
    }

    /// Whoever is added to the suspended queue may get the turn at any moment, and has to give it on.
    private static func addedToASuspendedQueue<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, scenario) = (ExploredBodies(3, limit: 1), AdvancedScenario(subject))
        let operations = scenario.exclusive(3, bodies)
        let (suspended, other) = (subject.makeQueue(), subject.makeQueue())
        let waiting = scenario.operation { _ in }
        try suspended.suspendable.setSuspended(true)
        suspended.addOperation(waiting)
        other.addOperation(operations[0])
        let producer = startTask { suspended.addOperation(operations[1]) }
        await operations[0].waitUntilFinished()
        await producer.value
        other.addOperation(operations[2])
        await operations[2].waitUntilFinished()
        try suspended.suspendable.setSuspended(false)
        await subject.waitForAll(operations + [waiting])
        bodies.expectOnce(0..<3)
    }

    /// The last one has to run before the queues go on. In the suspended one something waits already, so nobody need come for what
    /// is added to it, or becomes eligible there.
    private static func stoppedQueue<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, scenario) = (ExploredBodies(4, limit: 1), AdvancedScenario(subject))
        let operations = scenario.exclusive(4, bodies)
        let (suspended, halted, other) = (subject.makeQueue(), subject.makeQueue(), subject.makeQueue())
        let (waiting, gate) = (scenario.operation { _ in }, scenario.operation { _ in })
        operations[2].addDependency(gate)
        try suspended.suspendable.setSuspended(true)
        suspended.addOperation(waiting)
        other.addOperation(operations[0])
        halted.addOperation(operations[1])
        let limited = try halted.limited
        let stopper = startTask { limited.setMaxConcurrentOperationCount(0) }
        let producer = startTask { suspended.addOperation(operations[2]) }
        other.addOperation(gate)
        other.addOperation(operations[3])
        await operations[3].waitUntilFinished()
        await stopper.value
        await producer.value
        let hasRun = bodies.ends(1) == 1
        ExploredSchedule.cover(
            "ran \(hasRun ? "before its queue was stopped" : "after its queue went on")")
        try suspended.suspendable.setSuspended(false)
        limited.setMaxConcurrentOperationCount(1)
        await subject.waitForAll(operations + [waiting, gate])
        bodies.expectOnce(0..<4)
    }
}
