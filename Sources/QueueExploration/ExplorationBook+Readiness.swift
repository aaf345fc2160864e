internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let readiness = [
        ExploredRule(
            RuleID(1, 18),
            "the adding of an operation, the end of its dependency, and its isReady turning true",
            needs: [.lifeCycle, .readinessOverrides, .dependencies],
            covers: ["opened before the adding", "opened after the adding"]
        ) { try await heldBack($0) },
        ExploredRule(
            RuleID(1, 26),
            "the end of two dependencies, one with a name, of an operation in no queue, and the adding of the operation",
            needs: [.lifeCycle, .readinessOverrides, .dependencies],
            covers: ["asked before the adding", "asked after the adding"]
        ) { try await askedOutsideQueues($0) },
        ExploredRule(
            RuleID(1, 22),
            "changes of one operation on three threads, with an observer, and one that comes late",
            needs: [.lifeCycle, .readinessOverrides, .observation, .cancellation, .dependencies],
            covers: ["ran", "did not run"]
        ) {
            try await observedChanges($0)
            try await lateObserver($0)
            try await observedAsADependencyComes($0)
            await lateSequence($0)
        },
    ]

    private static func heldBack<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, added, opened) = (ExploredBodies(2), ExploredCount(), ExploredCount())
        let dependency = subject.operations(1, bodies)[0]
        let held = try subject.makeHeldOperation(whenAsked: nil) { _ in
            ExploredSchedule.expect(
                opened.value == 1 && bodies.ends(0) == 1, "an operation that was held back began too early")
            bodies.run(1)
        }
        held.operation.addDependency(dependency)
        let opener = startTask {
            ExploredSchedule.cover("opened \(added.value == 0 ? "before" : "after") the adding")
            opened.increase()
            held.open()
        }
        let queue = subject.makeQueue()
        let producer = startTask { queue.addOperation(dependency) }
        queue.addOperation(held.operation)
        added.increase()
        await held.operation.waitUntilFinished()
        await opener.value
        await producer.value
        bodies.expectOnce(0..<2)
    }

    /// The operation opens itself when it is asked and its dependencies have ended: so who doesn't ask never runs it. The name
    /// stays in its dependency at the end, while the entries of dependents are taken out.
    private static func askedOutsideQueues<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, added, asked) = (ExploredBodies(3), ExploredCount(), Latch())
        let dependencies = subject.operations(2, bodies)
        dependencies[1].name = "named"
        let held = try subject.makeHeldOperation(whenAsked: { isReadyOtherwise in
            guard isReadyOtherwise else { return }
            ExploredSchedule.expect(
                bodies.ends(0) == 1 && bodies.ends(1) == 1,
                "isReady was true before both dependencies had ended")
            ExploredSchedule.cover("asked \(added.value == 0 ? "before" : "after") the adding")
            asked.open()
        }) { _ in bodies.run(2) }
        for dependency in dependencies { held.operation.addDependency(dependency) }
        let opener = startTask {
            await asked.wait()
            held.open()
        }
        let starter = startTask { for dependency in dependencies { dependency.start() } }
        subject.makeQueue().addOperation(held.operation)
        added.increase()
        await held.operation.waitUntilFinished()
        await opener.value
        await starter.value
        ExploredSchedule.expect(
            dependencies[1].name == "named" || !subject.keepsDetails,
            "an operation had lost its name when it had finished")
        bodies.expectOnce(0..<3)
    }

    /// An observer that comes before the end is notified of it. Started by hand, so that hardly anything else happens.
    private static func lateObserver<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let operations = subject.operations(4, ExploredBodies(4))
        let told = operations.map { _ in ExploredCount() }
        let starter = startTask { for operation in operations { operation.start() } }
        var observations: [ObservationToken] = []
        var isInTime: [Bool] = []
        for (operation, told) in zip(operations, told) {
            observations.append(
                try subject.observe(operation) { change in
                    if case .flag(.isFinished, true) = change { told.increase() }
                })
            isInTime.append(!operation.isFinished)
        }
        await starter.value
        ExploredSchedule.whenQuiescent { [observations, isInTime] in
            withExtendedLifetime(observations) {}
            let isRight = zip(told, isInTime).allSatisfy { told, isInTime in
                told.value == 1 || told.value == 0 && !isInTime
            }
            return isRight ? nil : "an observer that came before the end was not notified of it once"
        }
    }

    /// However the two meet: when the dependency has ended, the observer was notified once that the operation is ready again.
    private static func observedAsADependencyComes<Subject: ExplorableSubject>(_ subject: Subject)
        async throws
    {
        let (operations, ready) = (subject.operations(2, ExploredBodies(2)), ExploredCount())
        let adder = startTask { operations[0].addDependency(operations[1]) }
        let observation = try subject.observe(operations[0]) { change in
            if case .flag(.isReady, true) = change { ready.increase() }
        }
        await adder.value
        operations[1].start()
        ExploredSchedule.whenQuiescent {
            withExtendedLifetime((observation, operations)) {
                ready.value == 1
                    ? nil : "an observer was notified \(ready.value) times that an operation was ready again"
            }
        }
    }

    /// The sequence of steps ends with the operation, also if somebody asks for it just then.
    private static func lateSequence<Subject: ExplorableSubject>(_ subject: Subject) async {
        let operations = subject.operations(2, ExploredBodies(2)).compactMap { $0 as? Operations.Operation }
        let starter = startTask { for operation in operations { operation.start() } }
        for operation in operations {
            for await _ in operation.stateChanges {}
            ExploredSchedule.expect(
                operation.isFinished, "the sequence of an operation's steps ended before the operation did")
        }
        await starter.value
        // What is let go of ends its sequence, too.
        withExtendedLifetime(operations) {}
    }

    private static func observedChanges<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (ran, never) = (ExploredCount(), subject.makeOperation { _ in })
        let held = try subject.makeHeldOperation(whenAsked: nil) { _ in ran.increase() }
        let operation = held.operation
        let notified = try NotifiedChanges("operation", operation, of: subject)
        let opener = startTask { held.open() }
        let changer = startTask {
            operation.addDependency(never)
            operation.removeDependency(never)
            operation.cancel()
        }
        subject.makeQueue().addOperation(operation)
        await opener.value
        await changer.value
        await operation.waitUntilFinished()
        ExploredSchedule.cover(ran.value == 1 ? "ran" : "did not run")
        ExploredSchedule.whenQuiescent { notified.mistake }
    }
}
