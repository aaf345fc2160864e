internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let dependencies = [
        ExploredRule(
            RuleID(3, 2), "the end of the dependency of an operation in no queue, and a thread that sees it",
            needs: [.lifeCycle, .dependencies, .readinessOverrides],
            covers: ["seen"]
        ) { try await seenFinished($0) },
        ExploredRule(
            RuleID(3, 10), "a dependency that is added while a worker takes the operation",
            needs: [.lifeCycle, .dependencies],
            covers: ["in time", "too late"]
        ) {
            try await lateDependency($0)
            try await lastDependencies($0)
            try await shortDependencies($0)
            try await unfinishedDependency($0)
        },
        ExploredRule(
            RuleID(3, 14), "the ends of two operations that a third depends on",
            needs: [.lifeCycle, .dependencies, .overlap],
            covers: ["two at once"]
        ) {
            try await fanIn($0)
            try await releasedDependent($0)
        },
    ]

    /// Whoever sees that the dependency has finished may start what depends on it.
    private static func seenFinished<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(2)
        let dependency = subject.operations(1, bodies)[0]
        let held = try subject.makeHeldOperation(whenAsked: nil) { _ in bodies.run(1) }
        held.open()
        held.operation.addDependency(dependency)
        let starter = startTask { dependency.start() }
        for _ in 0..<3 where dependency.isFinished {
            ExploredSchedule.cover("seen")
            ExploredSchedule.expect(
                held.operation.isReady, "an operation whose dependency had finished wasn't ready")
        }
        await starter.value
        held.operation.start()
        bodies.expectOnce(0..<2)
    }

    private static func lateDependency<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(2)
        let hadWaited = ExploredCount()
        let first = subject.makeOperation { _ in bodies.run(0) }
        let last = subject.makeOperation { _ in
            if bodies.ends(0) == 1 { hadWaited.increase() }
            bodies.run(1)
        }
        let queue = subject.makeQueue()
        // The dependency may also end while the operation goes back.
        let producer = startTask { queue.addOperation(first) }
        queue.addOperation(last)
        last.addDependency(first)
        let isInTime = !last.isExecuting && !last.isFinished
        ExploredSchedule.cover(isInTime ? "in time" : "too late")
        await producer.value
        await subject.waitForAll([first, last])
        ExploredSchedule.expect(
            !isInTime || hadWaited.value == 1,
            "the dependency was added before the operation began, and it began before that had ended")
        bodies.expectOnce(0..<2)
    }

    /// Both are started by hand, so what ends them has nothing to do with the queue: it hears of it from the operation alone.
    private static func lastDependencies<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, inTime, hadWaited) = (ExploredBodies(3), ExploredCount(), ExploredCount())
        let first = subject.operations(2, bodies)
        let last = subject.makeOperation { _ in
            if bodies.ends(1) == 1 { hadWaited.increase() }
            bodies.run(2)
        }
        last.addDependency(first[0])
        let starters = [
            startTask { first[0].start() },
            startTask {
                last.addDependency(first[1])
                if !last.isExecuting && !last.isFinished { inTime.increase() }
                ExploredSchedule.cover(inTime.value == 1 ? "in time" : "too late")
                first[1].start()
            },
        ]
        subject.makeQueue().addOperation(last)
        await subject.waitForAll(first + [last])
        for starter in starters { await starter.value }
        ExploredSchedule.expect(
            inTime.value == 0 || hadWaited.value == 1,
            "the dependency was added before the operation began, and it began before that had ended")
        bodies.expectOnce(0..<3)
    }

    /// One that comes too late has no hold on the operation, however long it lives.
    private static func unfinishedDependency<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        guard subject.keepsDetails else { return }
        let (bodies, queue) = (ExploredBodies(2), subject.makeQueue())
        let never = subject.operations(2, bodies)[1]
        do {
            let operation = subject.makeOperation { _ in bodies.run(0) }
            ExploredSchedule.whenQuiescent { [weak operation] in
                withExtendedLifetime(never) {
                    operation == nil
                        ? nil : "an operation that has ended lives on with a dependency that hasn't"
                }
            }
            let adder = startTask { [operation] in operation.addDependency(never) }
            queue.addOperation(operation)
            await adder.value
            operation.removeDependency(never)
            await operation.waitUntilFinished()
        }
        bodies.expectOnce([0])
    }

    /// Each gets a dependency as a worker takes it, which ends before that has given it back. Three, so that it is met soon.
    private static func shortDependencies<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, queue) = (ExploredBodies(6), subject.makeQueue())
        let operations = subject.operations(6, bodies)
        let helper = startTask {
            for number in 0..<3 {
                operations[number].addDependency(operations[number + 3])
                operations[number + 3].start()
            }
        }
        for operation in operations.prefix(3) { queue.addOperation(operation) }
        await helper.value
        await subject.waitForAll(operations)
        bodies.expectOnce(0..<6)
    }

    private static func fanIn<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(3)
        let first = subject.operations(2, bodies)
        let last = subject.makeOperation { _ in
            ExploredSchedule.expect(
                bodies.ends(0) == 1 && bodies.ends(1) == 1, "the dependent began too early")
            bodies.run(2)
        }
        for operation in first { last.addDependency(operation) }
        let queue = subject.makeQueue()
        // Each dependency may end while the dependent is added, and while the other one ends.
        let producers = first.map { operation in startTask { queue.addOperation(operation) } }
        queue.addOperation(last)
        await last.waitUntilFinished()
        for producer in producers { await producer.value }
        bodies.expectOnce(0..<3)
    }

    /// The last reference to what was never added may go just as its dependency ends.
    private static func releasedDependent<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(1)
        let dependency = subject.operations(1, bodies)[0]
        var dependent = ReleasedOperation() as? Subject.Queue.Operation
        dependent?.addDependency(dependency)
        let starter = startTask { dependency.start() }
        dependent = nil
        await starter.value
        bodies.expectOnce([0])
    }
}

/// Isn't asked any more once nobody has it.
private final class ReleasedOperation: Operations.Operation, @unchecked Sendable {
    private let released = ExploredCount()

    override var isReady: Bool {
        ExploredSchedule.expect(
            released.value == 0, "an operation was asked whether it is ready as it was freed")
        return super.isReady
    }

    deinit {
        // Each is a step at which others go on.
        for _ in 0..<4 { released.increase() }
    }
}
