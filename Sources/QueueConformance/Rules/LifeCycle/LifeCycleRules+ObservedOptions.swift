internal import ConcurrencyPrimitives
internal import Operations

/// What observers of this package's own operations may ask for besides: 1.22.
extension LifeCycleRules {
    /// The value as it is, the call before a change, and the steps as a sequence. Where the queue runs these operations.
    static func observeOwnOperation<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let a = scenario.held("one whose observer asks for more")
        guard let operation = a.operation as? Operations.Operation else { return }
        let (log, observation) = observed(operation, \.isFinished, [.initial, .prior, .old, .new])
        let (steps, ended) = (EventLog<OperationStateChange>(), Latch("the sequence of its steps to end"))
        let changes = operation.stateChanges
        startTask {
            for await change in changes { steps.append(change) }
            ended.open()
        }
        scenario.add(a, to: queue)
        a.release()
        let expected = ["now: nothing to false", "before a change: false to nothing", "now: false to true"]
        try scenario.probe.expect(
            try await scenario.probe.holdsWhenQuiescent { log.entries == expected },
            "the observer of isFinished of \(a.label) to be called for these: \(expected)",
            observed: "it was called for these: \(log.entries)")
        try scenario.probe.expect(
            try await scenario.probe.holdsWhenQuiescent { ended.isOpen },
            "the sequence of the steps of \(a.label) to end with it", observed: "it had not ended")
        try scenario.probe.expect(
            steps.entries == [.executing, .finished], "its steps to be executing and finished",
            observed: "they were \(steps.entries)")
        observation.invalidate()
        try await expectPriorCalls(scenario)
        try await expectEndedStream(scenario)
    }

    /// The calls of an observer, in words.
    private static func observed<Value: Sendable>(
        _ operation: Operations.Operation, _ property: KeyPath<Operations.Operation, Value>,
        _ options: ObservingOptions
    ) -> (log: EventLog<String>, observation: ObservationToken) {
        let log = EventLog<String>()
        let observation = operation.observe(property, options: options) { _, change in
            func word(_ value: Value?) -> String { value.map { "\($0)" } ?? "nothing" }
            let kind = change.isPrior ? "before a change" : "now"
            log.append("\(kind): \(word(change.oldValue)) to \(word(change.newValue))")
        }
        return (log, observation)
    }

    /// Each change has its call before it, and not only the first.
    private static func expectPriorCalls<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let member = scenario.operation("one whose priority is set twice")
        guard let operation = member.operation as? Operations.Operation else { return }
        let (log, observation) = observed(operation, \.queuePriority, [.prior, .old, .new])
        operation.queuePriority = .high
        operation.queuePriority = .low
        let expected = [
            "before a change: normal to nothing", "now: normal to high", "before a change: high to nothing",
            "now: high to low",
        ]
        try scenario.probe.expect(
            log.entries == expected,
            "the observer of queuePriority of \(member.label) to be called for these: \(expected)",
            observed: "it was called for these: \(log.entries)")
        observation.invalidate()
    }

    /// The sequence of an operation that had finished, and of one that is let go of before it could.
    private static func expectEndedStream<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let finished = scenario.operation("one that has finished")
        try await scenario.start(finished)
        var kinds: [(what: String, changes: AsyncStream<OperationStateChange>)] = []
        if let operation = finished.operation as? Operations.Operation {
            kinds.append(("an operation that has finished", operation.stateChanges))
        }
        if let released = scenario.subject.makeOperation({ _ in }) as? Operations.Operation {
            kinds.append(("an operation that was let go of", released.stateChanges))
        }
        for (what, changes) in kinds {
            try await scenario.probe.mustReturn("the sequence of the steps of \(what)") {
                for await _ in changes {}
            }
        }
    }
}
