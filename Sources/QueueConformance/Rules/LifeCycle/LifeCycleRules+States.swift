internal import ConcurrencyPrimitives
internal import Operations

/// What the states say: 1.2 to 1.5 and 1.12.
extension LifeCycleRules {
    static let neverExecutingAndFinishedRule = Rule(
        "1.2",
        """
        At no instant is an operation both executing and finished, seen from any thread (read isFinished, \
        then isExecuting: the other order sees a legal change as a violation).
        """, sources: [.articles, .documentation], testedCode: .operation, needs: [.lifeCycle],
        isolation: .ownProcess
    ) { try await neverExecutingAndFinished($0, $1) }

    private static func neverExecutingAndFinished<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            for (log, _, _) in try await playSamplePoints(scenario) {
                for reading in log.readings {
                    try probe.expect(
                        !reading.isExecutingAndFinished,
                        "\(log.label) is never executing and finished at once",
                        observed:
                            "\(reading.samplePoint), isFinished read true, and isExecuting after it true as well"
                    )
                }
            }
            try await watch(
                ExclusivityReader.self, scenario, expected: "is never executing and finished at once")
        }
    }

    static let onlyForwardRule = Rule(
        "1.3",
        "The life cycle only moves forward: pending, ready, executing, finished; finished is final.",
        sources: [.articles], testedCode: .operation, needs: [.lifeCycle], isolation: .ownProcess
    ) { try await onlyForward($0, $1) }

    private static func onlyForward<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let played = try await playSamplePoints(scenario)
            for (log, _, _) in played { try expectForward(log, probe) }
            try await pokeFinished(played, scenario)
            for (log, _, _) in played { try expectForward(log, probe) }
            try await watch(DirectionReader.self, scenario, expected: "never goes back in its life")
        }
    }

    private static func expectForward(_ log: StateLog, _ probe: Probe) throws {
        for (earlier, later) in zip(log.readings, log.readings.dropFirst()) {
            try probe.expect(
                earlier.phase <= later.phase,
                "\(log.label) never goes back from \(earlier.phase), which it was \(earlier.samplePoint)",
                observed: "it was \(later.phase) \(later.samplePoint)")
            // Whether it is ready once finished is a matter of rule 1.12.
            try probe.expect(
                !earlier.isReady || later.isReady || later.phase == .finished,
                "\(log.label), ready \(earlier.samplePoint), stays so, since nothing more is added to wait for",
                observed: "isReady read false \(later.samplePoint)")
        }
    }

    private static func watch<Reader: StateReader, Subject: ConformanceSubject>(
        _ reader: Reader.Type, _ scenario: RuleScenario<Subject>, expected: String
    ) async throws {
        if let (label, observed) = try await watchByHand(reader, scenario) {
            throw scenario.probe.violation("\(label), started by hand, \(expected)", observed: observed)
        }
        if let (label, observed) = try await watchInQueue(reader, scenario) {
            throw scenario.probe.violation("\(label), in a queue, \(expected)", observed: observed)
        }
    }

    static let executingInsideMainRule = Rule(
        "1.4", "isExecuting is true inside `main` and false once finished.", sources: [.tests],
        testedCode: .operation,
        needs: [.lifeCycle], isolation: .ownProcess
    ) { try await executingInsideMain($0, $1) }

    private static func executingInsideMain<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let atBegin = RelaxedCounter()
            let atEnd = RelaxedCounter()
            func make(_ label: String) -> RuleScenario<Subject>.Member {
                let (trace, latch) = (probe.trace(label), scenario.latch(label))
                let begun = Latch("\(label) has begun")
                let operation = subject.makeOperation { operation in
                    if operation.isExecuting { atBegin.increment() }
                    trace.begin()
                    begun.open()
                    latch.waitBlocking()
                    trace.end()
                    if operation.isExecuting { atEnd.increment() }
                }
                return scenario.register(operation, trace, latch, begun: begun)
            }
            let kinds =
                [("A, in a queue,", true, false), ("B, started by hand,", false, false)]
                + (scenario.claims(.cancellation)
                    ? [("C, in a queue and cancelled as it runs,", true, true)] : [])
            for (index, (label, isQueued, isCancelled)) in kinds.enumerated() {
                let member = make(label)
                if isQueued {
                    scenario.add(member, to: queue)
                } else {
                    SystemThread.start { member.operation.start() }
                }
                await scenario.started(member)
                if isCancelled { scenario.cancel(member) }
                try probe.expect(
                    member.operation.isExecuting && atBegin.value == index + 1,
                    "\(label) is executing while its body runs", observed: member.state)
                member.release()
                try await scenario.probe.settle()
                try probe.expect(
                    atEnd.value == index + 1, "\(label) is executing to the end of its body",
                    observed: "isExecuting read false at the end of the body")
                try probe.expect(
                    !member.operation.isFinished || !member.operation.isExecuting,
                    "\(label) is not executing once it has finished", observed: member.state)
            }
        }
    }

    static let readyWhenFinishedRule = Rule(
        "1.12", "A finished operation still reports ready.", sources: [.tests], testedCode: .operation,
        needs: [.lifeCycle],
        isolation: .ownProcess
    ) { try await readyWhenFinished($0, $1) }

    private static func readyWhenFinished<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            var finished = [
                scenario.operation("A, run by a queue"), scenario.operation("B, started by hand"),
            ]
            scenario.add(finished[0], to: queue)
            try await scenario.start(finished[1])
            if scenario.claims(.cancellation) {
                let cancelled = scenario.operation("C, cancelled before it was added")
                scenario.cancel(cancelled)
                scenario.addUnlessFinished([cancelled], to: queue)
                finished.append(cancelled)
            }
            if scenario.claims(.dependencies) {
                let dependent = scenario.operation("D, which depended on A")
                scenario.depend(dependent, on: finished[0])
                scenario.add(dependent, to: queue)
                finished.append(dependent)
            }
            if scenario.claims(.startOverrides) {
                let overridden = try scenario.overridden("E, whose start is replaced", endsAtOnce: true)
                scenario.add(overridden, to: queue)
                finished.append(overridden)
            }
            try await scenario.probe.settle()
            for member in finished where member.operation.isFinished {
                try probe.expect(
                    member.operation.isReady, "\(member.label), reports ready when finished",
                    observed: member.state)
            }
        }
    }
}
