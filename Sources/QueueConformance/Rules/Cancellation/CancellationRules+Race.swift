internal import ConcurrencyPrimitives
internal import Operations

/// Cancels that race with starts: 2.14.
extension CancellationRules {
    private static let rounds = 300
    static let cancelRacingStartRule = Rule(
        "2.14",
        "A cancel racing with the start has exactly two outcomes: `main` ran whole, or never.",
        sources: [.own], testedCode: .operation, needs: [.lifeCycle, .cancellation], isolation: .ownProcess
    ) { try await cancelRacingStart($0, $1) }

    private static func cancelRacingStart<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            try await race(scenario, "started by hand", begin: { $0.start() })
            let queue = await scenario.queue()
            try await race(scenario, "in a queue", prepare: { queue.addOperation($0) })
            if scenario.claims(.suspension) {
                let suspended = await scenario.queue("queue 2", suspended: true)
                let suspendable = try suspended.suspendable
                try await race(
                    scenario, "in a queue that is resumed and suspended again",
                    prepare: { suspended.addOperation($0) },
                    begin: { _ in
                        suspendable.setSuspended(false)
                        suspendable.setSuspended(true)
                    },
                    atLast: { await scenario.setSuspended(suspended, false) })
            }
        }
    }

    /// One operation of the race, and what its body saw.
    private struct Racer<Operation: OperationProtocol>: Sendable {
        let operation: Operation
        let trace: OperationTrace
        /// How often the body found its operation cancelled, and finished under it.
        let finishedUnder: RelaxedCounter
    }

    /// Lets one thread prepare and begin operations while another, which meets it in between, cancels them,
    /// round after round; the later the round within a sweep, the later the cancel.
    private static func race<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ setting: String,
        prepare: @escaping @Sendable (Subject.Queue.Operation) -> Void = { _ in },
        begin: @escaping @Sendable (Subject.Queue.Operation) -> Void = { _ in },
        atLast: () async -> Void = {}
    ) async throws {
        typealias Operation = Subject.Queue.Operation
        let meeting = Rendezvous(parties: 2)
        let racers = (0..<rounds).map { index in
            let trace = OperationTrace(label: "operation \(index)")
            let finishedUnder = RelaxedCounter()
            let operation = scenario.subject.makeOperation { operation in
                trace.run {
                    meeting.spin(index % 7 * 20)
                    if operation.isCancelled, operation.isFinished { finishedUnder.increment() }
                }
            }
            return Racer(operation: operation, trace: trace, finishedUnder: finishedUnder)
        }
        let cancelled = Latch("the cancels to have been made")
        SystemThread.start {
            for (index, racer) in racers.enumerated() {
                meeting.meet(round: index)
                // From at once to some ten microseconds, in an order that repeats.
                meeting.spin(index % 2 == 0 ? index % 60 : index % 60 * 40)
                racer.operation.cancel()
            }
            cancelled.open()
        }
        try await scenario.probe.onThread("the starts, \(setting), to have been made") {
            for (index, racer) in racers.enumerated() {
                prepare(racer.operation)
                meeting.meet(round: index)
                begin(racer.operation)
            }
        }
        await scenario.probe.open(cancelled)
        await atLast()
        try await scenario.probe.settle()
        for (index, racer) in racers.enumerated() {
            try judge(racer, "operation \(index), \(setting),", scenario.probe)
        }
    }

    private static func judge<Operation: OperationProtocol>(
        _ racer: Racer<Operation>, _ label: String, _ probe: Probe
    ) throws {
        let member = ScenarioOperation(
            operation: racer.operation, trace: racer.trace, latch: Latch(label), tellsState: true)
        let expected = "the body of \(label) whose cancel raced with its start, ran whole or never"
        try probe.expect(
            racer.finishedUnder.value == 0, expected,
            observed: "inside the body, isCancelled and then isFinished read true")
        let runs = (racer.trace.startCount, racer.trace.finishCount)
        try probe.expect(runs == (0, 0) || runs == (1, 1), expected, observed: member.state)
        // Neither outcome either: it was lost, and so will never run and never finish.
        try probe.expect(runs.0 == 1 || racer.operation.isFinished, expected, observed: member.state)
    }
}
