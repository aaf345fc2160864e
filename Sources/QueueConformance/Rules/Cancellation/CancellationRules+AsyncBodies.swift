internal import ConcurrencyPrimitives
internal import Operations

/// What an async body sees of its cancellation: 2.13.
extension CancellationRules {
    /// Operations that are cancelled as they are added, so that some are cancelled when a body has begun and isn't yet known.
    private static let rounds = 60

    /// What one async body has seen.
    private final class Sight: Sendable {
        let began: Latch
        /// Opened by the cancellation handler; the body waits for it.
        let wasNotified: Latch
        /// 1 if the body then found `Task.isCancelled`, 2 if it didn't.
        let ended = RelaxedCounter()

        init(_ label: String) {
            began = Latch("\(label) to begin")
            wasNotified = Latch("\(label) to be notified of its cancellation")
        }

        func body(_ begin: () -> Void = {}) async {
            await withTaskCancellationHandler {
                began.open()
                begin()
                await wasNotified.wait()
                ended.set(Task.isCancelled ? 1 : 2)
            } onCancel: {
                wasNotified.open()
            }
        }
    }

    static let asyncBodySeesCancelRule = Rule(
        "2.13",
        """
        An async body sees its cancellation as task cancellation (`Task.isCancelled`, cancellation \
        handlers).
        """, level: .claimed, sources: [.own], testedCode: .operation,
        needs: [.lifeCycle, .cancellation, .asyncBodies],
        isolation: .ownProcess
    ) { try await asyncBodySeesCancel($0, $1) }

    private static func asyncBodySeesCancel<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let bystander = Sight("an operation that nobody cancels")
            let elsewhere = await scenario.queue("elsewhere")
            elsewhere.addOperation(try subject.makeAsyncOperation { _ in await bystander.body() })
            await probe.open(bystander.began)

            let queue = await scenario.queue()
            try await cancelOne("A, in a queue,", scenario) {
                queue.addOperation($0)
            } cancel: {
                $0.cancel()
            }
            try await cancelOne("B, started by hand,", scenario) { operation in
                SystemThread.start { operation.start() }
            } cancel: {
                $0.cancel()
            }
            if scenario.claims(.cancelAll) {
                let all = await scenario.queue("queue 2")
                let cancellingAll = try all.cancellingAll
                try await cancelOne("C, in a queue that cancels all,", scenario) {
                    all.addOperation($0)
                } cancel: { _ in
                    cancellingAll.cancelAllOperations()
                }
            }
            let itself = Sight("D, which cancels itself,")
            queue.addOperation(
                try subject.makeAsyncOperation { operation in await itself.body { operation.cancel() } })
            try await expectSeen(itself, "D, which cancels itself,", scenario)

            try await cancelAsAdded(scenario)
            try probe.expect(
                !bystander.wasNotified.isOpen,
                "a body is not notified of the cancellation of other operations",
                observed: "the cancellation handler of one that nobody cancelled was called")
            bystander.wasNotified.open()
            try await scenario.probe.expectWhenQuiescent(
                "the body that nobody cancelled to end", observed: "it has not ended",
                { bystander.ended.value != 0 })
            try probe.expect(
                bystander.ended.value == 2, "Task.isCancelled is false in a body that nobody cancelled",
                observed: "it was true")
        }
    }

    private static func cancelOne<Subject: ConformanceSubject>(
        _ label: String, _ scenario: RuleScenario<Subject>, start: (Subject.Queue.Operation) -> Void,
        cancel: (Subject.Queue.Operation) -> Void
    ) async throws {
        let sight = Sight(label)
        let operation = try scenario.subject.makeAsyncOperation { _ in await sight.body() }
        start(operation)
        await scenario.probe.open(sight.began)
        try await scenario.probe.settle()
        try scenario.probe.expect(
            !sight.wasNotified.isOpen, "\(label) is notified of its cancellation when it is cancelled",
            observed: "its cancellation handler was called before")
        scenario.probe.recorder().call("cancelling \(label)") { cancel(operation) }
        try await expectSeen(sight, label, scenario)
    }

    private static func expectSeen<Subject: ConformanceSubject>(
        _ sight: Sight, _ label: String, _ scenario: RuleScenario<Subject>
    ) async throws {
        try await scenario.probe.expectWhenQuiescent(
            "the body of \(label) is notified of the cancellation by its cancellation handler",
            observed: "the handler has not been called", { sight.ended.value != 0 })
        try scenario.probe.expect(
            sight.ended.value == 1, "the body of \(label) finds Task.isCancelled once it is cancelled",
            observed: "it read false")
    }

    /// A body that has begun is notified, however early the cancel comes; one that hasn't never runs.
    private static func cancelAsAdded<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let queue = await scenario.queue("queue 3")
        let operations = try (0..<rounds).map { round in
            let sight = Sight("operation \(round)")
            return try scenario.subject.makeAsyncOperation { _ in await sight.body() }
        }
        try await scenario.probe.onThread("operations to be added and cancelled") {
            for operation in operations {
                queue.addOperation(operation)
                operation.cancel()
            }
        }
        try await scenario.probe.expectWhenQuiescent(
            "all \(rounds) operations that are cancelled as soon as they are added finish",
            observed: "\(operations.count { !$0.isFinished }) bodies still wait for the notification",
            { operations.allSatisfy(\.isFinished) })
    }

    static let cancelReachesBodyRule = Rule(
        "2.18", "A cancel that comes before, while or after the body's task is made reaches the body.",
        level: .claimed, sources: [.own], testedCode: .operation,
        needs: [.lifeCycle, .cancellation, .asyncBodies],
        isolation: .ownProcess
    ) { try await cancelReachesBody($0, $1) }

    private static func cancelReachesBody<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            if scenario.claims(.observation) {
                try await cancelAsItBegins("A, in a queue,", scenario) { queue.addOperation($0) }
                try await cancelAsItBegins("B, started by hand,", scenario) { operation in
                    SystemThread.start { operation.start() }
                }
            }
            try await raceWithTask("in a queue", scenario) { queue.addOperation($0) }
            try await raceWithTask("started by hand", scenario) { $0.start() }
            try await cancelOne("C, whose body waits,", scenario) {
                queue.addOperation($0)
            } cancel: {
                $0.cancel()
            }
        }
    }

    /// Cancels from where an observer is notified that the operation executes, when nothing has made the task of its body.
    private static func cancelAsItBegins<Subject: ConformanceSubject>(
        _ label: String, _ scenario: RuleScenario<Subject>, start: (Subject.Queue.Operation) -> Void
    ) async throws {
        let sight = Sight(label)
        let operation = try scenario.subject.makeAsyncOperation { _ in await sight.body() }
        let recorder = scenario.probe.recorder("observer")
        let token = try scenario.subject.observe(operation) { [weak operation] change in
            if case .flag(.isExecuting, true) = change {
                recorder.call("cancelling \(label) as it begins") { operation?.cancel() }
            }
        }
        start(operation)
        try await scenario.probe.settle()
        // That observers are notified in time is rule 1.22.
        if !operation.isCancelled { operation.cancel() }
        try await expectReached([sight], "\(label) cancelled as it begins", scenario.probe)
        token.invalidate()
    }

    /// Cancels operations as another thread starts them; the later the round within a sweep, the later.
    private static func raceWithTask<Subject: ConformanceSubject>(
        _ setting: String, _ scenario: RuleScenario<Subject>,
        start: @escaping @Sendable (Subject.Queue.Operation) -> Void
    ) async throws {
        let racers = try (0..<200).map { round in
            let sight = Sight("operation \(round)")
            return (sight, try scenario.subject.makeAsyncOperation { _ in await sight.body() })
        }
        let pause = Rendezvous(parties: 1)
        let operations = racers.map(\.1)
        Rendezvous.start(
            [
                { start(operations[$0]) },
                { round in
                    pause.spin(round % 50 * 40)
                    operations[round].cancel()
                },
            ], rounds: racers.count)
        try await expectReached(
            racers.map(\.0), "an operation that is cancelled as it starts, \(setting),", scenario.probe)
    }

    /// Throws a violation unless each body that has begun was notified, and then ended.
    private static func expectReached(
        _ cancelled: [Sight], _ which: String, _ probe: Probe
    ) async throws {
        func isReached(_ sight: Sight) -> Bool { !sight.began.isOpen || sight.ended.value != 0 }
        try await probe.expectWhenQuiescent(
            "the body of \(which) to be notified of it, or never to run",
            observed: "\(cancelled.count { !isReached($0) }) of \(cancelled.count) wait for that",
            { cancelled.allSatisfy(isReached) })
        try probe.expect(
            cancelled.allSatisfy { !$0.began.isOpen || $0.ended.value == 1 },
            "the body of \(which) to find Task.isCancelled", observed: "it read false")
    }
}
