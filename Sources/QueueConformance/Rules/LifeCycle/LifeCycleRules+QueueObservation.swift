internal import ConcurrencyPrimitives
import Operations

/// What observers of a queue are notified of: 1.24.
extension LifeCycleRules {
    static let queueIsObservedRule = Rule(
        "1.24",
        """
        Observers of a queue's operations, operationCount, limit, suspension and name are notified of each change; \
        one call that adds many is one change.
        """, level: .claimed, sources: [.documentation, .tests],
        needs: [.lifeCycle, .observation, .enumeration, .concurrencyLimit, .suspension, .names, .batches],
        isolation: .ownProcess
    ) { try await queueIsObserved($0, $1) }

    private static func queueIsObserved<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            try await observeOneByOne(scenario)
            try await observeAndChange(scenario)
            try await observeAddition(scenario)
        }
        try await RuleScenario.run(subject, probe, part: "from several threads") {
            try await observeQueueRace($0)
        }
    }

    private static func observeOneByOne<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let (probe, queue) = (scenario.probe, await scenario.queue(limit: 3))
        let (log, logOfEnded) = (EventLog<QueueChange>(), EventLog<QueueChange>())
        let former = try queue.observable.observe { _ in }
        let observation = try queue.observable.observe { log.append($0) }
        former.invalidate()
        let ended = try queue.observable.observe { logOfEnded.append($0) }
        // Perhaps before the queue has taken in that it is observed.
        try queue.observable.observe { logOfEnded.append($0) }.invalidate()
        let dropped = try DroppedObservation { try queue.observable.observe($0) }
        _ = try await queue.enumerable.operationCount
        ended.invalidate()

        await scenario.setSuspended(queue, true)
        for _ in 1...2 { await scenario.setLimit(of: queue, to: 1) }
        for name in ["a name", "a name", "another"] { try queue.named.setName(name) }
        let operations = ["A", "B", "C"].map { scenario.operation($0) }
        scenario.addTogether([], to: queue)
        scenario.addTogether(Array(operations.prefix(2)), to: queue)
        scenario.add(operations[2], to: queue)
        for _ in 1...2 { await scenario.setSuspended(queue, false) }
        await probe.awaiting("the queue to be empty") { await queue.waitUntilAllOperationsAreFinished() }
        try await probe.settle()

        let notified = log.entries
        let expected: [(what: String, changes: [QueueChange])] = [
            ("its suspension", [.isSuspended(true), .isSuspended(false)]),
            ("its limit", [.maxConcurrentOperationCount(from: 3, to: 1)]),
            (
                "its operations",
                [
                    .operations(from: 0, to: 2), .operations(from: 2, to: 3), .operations(from: 3, to: 2),
                    .operations(from: 2, to: 1), .operations(from: 1, to: 0),
                ]
            ),
        ]
        for (what, changes) in expected {
            let seen = notified.filter { $0.property == changes[0].property }
            try probe.expect(
                seen == changes, "an observer of the queue to be notified of \(what): \(changes)",
                observed: "it was notified of \(seen)")
        }
        // What a queue without a name is called is its own affair, and so what its first name was before.
        let names = notified.filter { $0.property == "name" }
        try probe.expect(
            names.count == 2 && names.last == .name(from: "a name", to: "another"),
            "an observer of the queue to be notified once that it is called 'a name', and once that this is 'another' now",
            observed: "it was notified of \(names)")
        try probe.expect(
            logOfEnded.entries.isEmpty,
            "an observer that has ended its observation to be notified of nothing",
            observed: "it was notified of \(logOfEnded.entries)")
        try dropped.expectNothing("the queue", probe)
        observation.invalidate()
    }

    /// An observer may do with the queue what anybody may.
    private static func observeAndChange<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let (probe, queue) = (scenario.probe, await scenario.queue(limit: 3, suspended: true))
        let (log, added) = (EventLog<QueueChange>(), scenario.operation("added by an observer").operation)
        let observation = try queue.observable.observe { [weak queue] change in
            log.append(change)
            if case .maxConcurrentOperationCount = change { queue?.addOperation(added) }
        }
        let (recorder, limited) = (probe.recorder("thread"), try queue.limited)
        SystemThread.start {
            recorder.call("setMaxConcurrentOperationCount(2)") { limited.setMaxConcurrentOperationCount(2) }
        }
        let expected: [QueueChange] = [
            .maxConcurrentOperationCount(from: 3, to: 2), .operations(from: 0, to: 1),
        ]
        try probe.expect(
            try await probe.holdsWhenQuiescent { log.entries == expected },
            "an observer that adds an operation when it is notified of a change to be notified of both: \(expected)",
            observed: "it was notified of \(log.entries)")
        observation.invalidate()
    }

    /// Nobody calls a suspended queue meanwhile, so that it has to say by itself what was added.
    private static func observeAddition<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let (probe, queue) = (scenario.probe, await scenario.queue(suspended: true))
        scenario.add(scenario.operation("A"), to: queue)
        // It may take in later what was added, and who observes it.
        _ = try await queue.enumerable.operationCount
        let log = EventLog<QueueChange>()
        let observation = try queue.observable.observe { log.append($0) }
        _ = try await queue.enumerable.operationCount
        func expect(_ changes: [QueueChange], _ what: String) async throws {
            try probe.expect(
                try await probe.holdsWhenQuiescent { log.entries == changes },
                "an observer of a suspended queue to be notified of \(what): \(changes)",
                observed: "it was notified of \(log.entries)")
        }
        scenario.add(scenario.operation("B"), to: queue)
        try await expect([.operations(from: 1, to: 2)], "what is added, without another call")
        // What a barrier is, and whether it counts, is its queue's affair.
        if scenario.claims(.barriers) {
            let count = try await queue.enumerable.operationCount
            _ = try scenario.addBarrier("the barrier", to: queue)
            let now = try await queue.enumerable.operationCount
            let more: [QueueChange] = now == count ? [] : [.operations(from: count, to: now)]
            try await expect([.operations(from: 1, to: 2)] + more, "a barrier")
        }
        observation.invalidate()
        await scenario.setSuspended(queue, false)
    }

    private static func observeQueueRace<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let (probe, queue) = (scenario.probe, await scenario.queue(limit: 3))
        let (threads, rounds, together) = (3, 60, 5)
        let log = EventLog<QueueChange>()
        let observation = try queue.observable.observe { log.append($0) }
        _ = try await queue.enumerable.operationCount
        let subject = scenario.subject
        let (limited, batching, suspendable) = (
            try queue.limited, try queue.batching, try queue.suspendable
        )
        let parties = (1...threads).map { thread in
            { @Sendable (round: Int) in
                queue.addOperation(subject.makeOperation { _ in })
                limited.setMaxConcurrentOperationCount((round + thread) % 4 + 1)
                batching.addOperations((0..<together).map { _ in subject.makeOperation { _ in } })
                suspendable.setSuspended((round + thread) % 2 == 0)
                suspendable.setSuspended(false)
            }
        }
        Rendezvous.start(parties, rounds: rounds)
        try await probe.settle()
        // Whose setting came last is open.
        await scenario.setSuspended(queue, false)
        await probe.awaiting("the queue to be empty") { await queue.waitUntilAllOperationsAreFinished() }
        try await probe.settle()

        var (count, limit, isSuspended) = (0, 3, false)
        var grown: [Int: Int] = [:]
        for (number, change) in log.entries.enumerated() {
            let isRight: Bool
            switch change {
            case .operations(let old, let new):
                isRight = old == count && new != old
                if new > old { grown[new - old, default: 0] += 1 }
                count = new
            case .maxConcurrentOperationCount(let old, let new):
                isRight = old == limit && new != old
                limit = new
            case .isSuspended(let value):
                isRight = value != isSuspended
                isSuspended = value
            case .name, .progress: isRight = false
            }
            try probe.expect(
                isRight,
                "observers to be notified of each change of the queue once, in the order of the changes",
                observed:
                    "change \(number + 1) was reported as \(change), after \(log.entries.prefix(number).suffix(6))"
            )
        }
        let (last, calls) = (try await queue.limited.maxConcurrentOperationCount, threads * rounds)
        try probe.expect(
            count == 0 && limit == last && !isSuspended,
            "what observers were notified of to lead to what the queue says: 0 and \(last)",
            observed: "it leads to \(count) operations, the limit \(limit), suspended: \(isSuspended)")
        try probe.expect(
            grown == [1: calls, together: calls],
            "\(calls) changes by one operation and \(calls) by \(together), as many as calls that add",
            observed:
                "of each size there were: \(grown.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })"
        )
        observation.invalidate()
    }
}

extension QueueChange {
    /// The name of the property.
    fileprivate var property: String {
        switch self {
        case .operations: "operations"
        case .maxConcurrentOperationCount: "maxConcurrentOperationCount"
        case .isSuspended: "isSuspended"
        case .name: "name"
        case .progress: "progress"
        }
    }
}
