internal import ConcurrencyPrimitives
import Operations

/// What observers of an operation are notified of: 1.22.
extension LifeCycleRules {
    static let operationIsObservedRule = Rule(
        "1.22",
        """
        Observers of isReady, isExecuting, isFinished, isCancelled, isAsynchronous (isConcurrent), dependencies, \
        queuePriority and completionBlock are notified once a change, in an order consistent with 1.3.
        """, level: .claimed, sources: [.articles, .documentation], testedCode: .operation,
        needs: [.lifeCycle, .observation],
        isolation: .ownProcess
    ) { try await operationIsObserved($0, $1) }

    private static func operationIsObserved<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            try await observeEverything(scenario, queue)
            try await observeEnds(scenario, queue)
            try await observeUntilEnded(scenario)
            if scenario.claims(.startOverrides) { try await observeOverrides(scenario, queue) }
            try await observeOwnOperation(scenario, queue)
        }
        try await RuleScenario.run(subject, probe, part: "from several threads") { scenario in
            try await observeRace(scenario, await scenario.queue())
        }
    }

    /// All that can change, once or more, and what is no change in between.
    private static func observeEverything<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let a = scenario.operation("A")
        let notified = try NotifiedChanges("A", a.operation, of: scenario.subject)
        let ended = try NotifiedChanges("A", a.operation, of: scenario.subject)
        ended.end()
        let dropped = try DroppedObservation { try scenario.subject.observe(a.operation, $0) }
        var expected: [PropertyChange] = []
        if scenario.claims(.priorities) {
            for _ in 1...2 { try scenario.setPriority(.high, of: a) }
            expected.append(.queuePriority(from: .normal, to: .high))
        }
        if scenario.claims(.dependencies) {
            let (b, c) = (scenario.operation("B"), scenario.operation("C"))
            for _ in 1...2 { scenario.depend(a, on: b) }
            for _ in 1...2 { scenario.removeDependency(b, from: a) }
            scenario.depend(a, on: c)
            scenario.add(a, to: queue)
            try await scenario.probe.settle()
            scenario.add(c, to: await scenario.queue())
            expected += [
                .dependencies(from: 0, to: 1), .dependencies(from: 1, to: 0), .dependencies(from: 0, to: 1),
                .flag(.isReady, false), .flag(.isReady, true), .flag(.isReady, false), .flag(.isReady, true),
            ]
        } else {
            scenario.add(a, to: queue)
        }
        expected += [.flag(.isExecuting, true), .flag(.isExecuting, false), .flag(.isFinished, true)]
        try await expectNotified([notified], expected, scenario)
        scenario.cancel(a)
        try await expectNotified([notified], expected, scenario)
        try scenario.probe.expect(
            ended.changes.isEmpty,
            "an observer of A that has ended its observation to be notified of nothing",
            observed: "it was notified of \(ended.changes)")
        try dropped.expectNothing("A", scenario.probe)
    }

    /// An observer makes a change, and ends the observation of another before that is notified of it.
    private static func observeUntilEnded<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        guard scenario.claims(.priorities) else { return }
        let a = scenario.operation("one of whose observers one ends the other's observation")
        let low = Subject.Queue.Operation.QueuePriority(rawValue: QueuePriority.low.rawValue)
        let second = Promise<ObservationToken>()
        let log = EventLog<PropertyChange>()
        let first = try scenario.subject.observe(a.operation) { [operation = a.operation] change in
            guard case .queuePriority(from: .normal, to: .high) = change else { return }
            if let low { operation.queuePriority = low }
            second.current?.invalidate()
        }
        let observation = try scenario.subject.observe(a.operation) { log.append($0) }
        second.fulfill(observation)
        try scenario.setPriority(.high, of: a)
        try await scenario.probe.settle()
        first.invalidate()
        try scenario.probe.expect(
            log.entries.isEmpty, "an observer whose observation another has ended to be notified of nothing",
            observed: "it was notified of \(log.entries)")
        // One comes and goes after the end of an earlier one.
        let (lasting, former) = (
            EventLog<PropertyChange>(), try scenario.subject.observe(a.operation) { _ in }
        )
        let stays = try scenario.subject.observe(a.operation) { lasting.append($0) }
        former.invalidate()
        try scenario.subject.observe(a.operation) { _ in }.invalidate()
        try scenario.setPriority(.veryLow, of: a)
        try await scenario.probe.settle()
        try scenario.probe.expect(
            !lasting.entries.isEmpty,
            "an observer to be notified when two others have ended their observation",
            observed: "it was not")
        stays.invalidate()
    }

    /// Operations that come to their end otherwise, with a completion block.
    private static func observeEnds<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let run: [PropertyChange] = [
            .flag(.isExecuting, true), .flag(.isExecuting, false), .flag(.isFinished, true),
        ]
        if scenario.claims(.completionBlocks) {
            let completed = scenario.operation("one with a completion block")
            let notified = try NotifiedChanges(completed.label, completed.operation, of: scenario.subject)
            completed.operation.completionBlock = nil
            completed.operation.completionBlock = {}
            scenario.add(completed, to: queue)
            try await expectNotified(
                [notified],
                run + [.completionBlock(from: false, to: true), .completionBlock(from: true, to: false)],
                scenario)
        }
        let byHand = scenario.operation("one that is started by hand")
        let notifiedByHand = try NotifiedChanges(byHand.label, byHand.operation, of: scenario.subject)
        try await scenario.probe.onThread("start() by hand to return") { [operation = byHand.operation] in
            operation.start()
        }
        try await expectNotified([notifiedByHand], run, scenario)
        if scenario.claims(.asyncBodies) {
            let async = try scenario.heldAsync("an async one")
            let notified = try NotifiedChanges(async.label, async.operation, of: scenario.subject)
            scenario.add(async, to: queue)
            async.release()
            try await expectNotified([notified], run, scenario)
        }
        guard scenario.claims(.cancellation) else { return }
        let executing = scenario.held("one that is cancelled while it executes")
        let notifiedExecuting = try NotifiedChanges(
            executing.label, executing.operation, of: scenario.subject)
        scenario.add(executing, to: queue)
        try await scenario.expectStart(of: [executing], "in an idle queue")
        for _ in 1...2 { scenario.cancel(executing) }
        executing.release()
        try await expectNotified([notifiedExecuting], run + [.flag(.isCancelled, true)], scenario)
        guard scenario.claims(.dependencies) else { return }
        let waiting = scenario.operation("one that is cancelled while it waits")
        scenario.depend(waiting, on: scenario.operation("one that is never started"))
        let notifiedWaiting = try NotifiedChanges(waiting.label, waiting.operation, of: scenario.subject)
        scenario.add(waiting, to: queue)
        try await scenario.probe.settle()
        for _ in 1...2 { scenario.cancel(waiting) }
        try await expectNotified(
            [notifiedWaiting], [.flag(.isCancelled, true), .flag(.isReady, true), .flag(.isFinished, true)],
            scenario)
    }

    /// Throws a violation unless these were notified of exactly the changes, those of each property in their order.
    static func expectNotified<Subject: ConformanceSubject>(
        _ observers: [NotifiedChanges<Subject.Queue.Operation>], _ expected: [PropertyChange],
        _ scenario: RuleScenario<Subject>
    ) async throws {
        func isNotified(_ notified: NotifiedChanges<Subject.Queue.Operation>) -> Bool {
            Dictionary(grouping: notified.changes, by: \.property)
                == Dictionary(grouping: expected, by: \.property)
        }
        _ = try await scenario.probe.holdsWhenQuiescent { observers.allSatisfy(isNotified) }
        for notified in observers {
            try scenario.probe.expect(
                isNotified(notified),
                "the observer of \(notified.label) to be notified of these changes: \(expected)",
                observed: "it was notified of these: \(notified.changes)")
        }
        try expectConsistency(observers, scenario)
    }

    static func expectConsistency<Subject: ConformanceSubject>(
        _ observers: [NotifiedChanges<Subject.Queue.Operation>], _ scenario: RuleScenario<Subject>
    ) throws {
        for notified in observers {
            if let mistake = notified.mistake {
                throw scenario.probe.violation(
                    "the observer of \(notified.label) to be notified of each change once, in the order of its life",
                    observed: "\(mistake); in all: \(notified.changes)")
            }
        }
    }
}
