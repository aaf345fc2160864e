internal import Operations

/// What the states say: 1.2 to 1.5 and 1.12.
extension LifeCycleRules {
    static func neverExecutingAndFinished<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        for (log, _, _) in try await playMoments(stage) {
            for reading in log.readings where reading.isExecutingAndFinished {
                throw probe.violation(
                    "\(log.label) is never executing and finished at once",
                    observed: "\(reading.moment), isFinished read true, and isExecuting after it true as well"
                )
            }
        }
        try await watch(ExclusivityReader.self, stage, expected: "is never executing and finished at once")
    }

    static func onlyForward<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        let played = try await playMoments(stage)
        for (log, _, _) in played { try expectForward(log, probe) }
        try await pokeFinished(played, stage)
        for (log, _, _) in played { try expectForward(log, probe) }
        try await watch(DirectionReader.self, stage, expected: "never goes back in its life")
    }

    private static func expectForward(_ log: StateLog, _ probe: Probe) throws {
        for (earlier, later) in zip(log.readings, log.readings.dropFirst()) {
            try probe.expect(
                earlier.phase <= later.phase,
                "\(log.label) never goes back from \(earlier.phase), which it was \(earlier.moment)",
                observed: "it was \(later.phase) \(later.moment)")
            // Whether it is ready once finished is a matter of rule 1.12.
            try probe.expect(
                !earlier.isReady || later.isReady || later.phase == .finished,
                "\(log.label), ready \(earlier.moment), stays so, since nothing more is added to wait for",
                observed: "isReady read false \(later.moment)")
        }
    }

    private static func watch<Reader: StateReader, Subject: ConformanceSubject>(
        _ reader: Reader.Type, _ stage: Stage<Subject>, expected: String
    ) async throws {
        if let (label, observed) = try await watchByHand(reader, stage) {
            throw stage.probe.violation("\(label), started by hand, \(expected)", observed: observed)
        }
        if let (label, observed) = try await watchInQueue(reader, stage) {
            throw stage.probe.violation("\(label), in a queue, \(expected)", observed: observed)
        }
    }

    static func executingInsideMain<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let atBegin = RelaxedCounter()
        let atEnd = RelaxedCounter()
        func make(_ label: String) -> Stage<Subject>.Traced {
            let gate = OperationGate(label: label)
            let trace = probe.trace(label)
            let operation = subject.makeOperation { operation in
                if operation.isExecuting { atBegin.increment() }
                trace.begin()
                gate.began.open()
                gate.release.waitBlocking()
                trace.end()
                if operation.isExecuting { atEnd.increment() }
            }
            return .init(label: label, operation: operation, trace: trace, gate: gate)
        }
        let kinds =
            [("A, in a queue,", true, false), ("B, started by hand,", false, false)]
            + (stage.can(.cancellation) ? [("C, in a queue and cancelled as it runs,", true, true)] : [])
        for (index, (label, isQueued, isCancelled)) in kinds.enumerated() {
            let traced = make(label)
            if isQueued {
                stage.add(traced, to: queue)
            } else {
                ScenarioThread.start { traced.operation.start() }
            }
            await stage.begin(of: traced)
            if isCancelled { stage.cancel(traced) }
            try probe.expect(
                traced.operation.isExecuting && atBegin.value == index + 1,
                "\(label) is executing while its body runs", observed: traced.states)
            try await stage.letGo(traced)
            try await stage.settle()
            try probe.expect(
                atEnd.value == index + 1, "\(label) is executing to the end of its body",
                observed: "isExecuting read false at the end of the body")
            try probe.expect(
                !traced.operation.isFinished || !traced.operation.isExecuting,
                "\(label) is not executing once it has finished", observed: traced.states)
        }
    }

    static func readyWhenFinished<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        var finished = [stage.operation("A, run by a queue"), stage.operation("B, started by hand")]
        stage.add(finished[0], to: queue)
        try await stage.start(finished[1])
        if stage.can(.cancellation) {
            let cancelled = stage.operation("C, cancelled before it was added")
            stage.cancel(cancelled)
            stage.add(cancelled, to: queue)
            finished.append(cancelled)
        }
        if stage.can(.dependencies) {
            let dependent = stage.operation("D, which depended on A")
            stage.make(dependent, dependOn: finished[0])
            stage.add(dependent, to: queue)
            finished.append(dependent)
        }
        if stage.can(.startOverrides) {
            let overridden = stage.overridden("E, whose start is replaced", endsAtOnce: true)
            stage.add(overridden, to: queue)
            finished.append(overridden)
        }
        try await stage.settle()
        for traced in finished where traced.operation.isFinished {
            try probe.expect(
                traced.operation.isReady, "\(traced.label), reports ready when finished",
                observed: traced.states)
        }
    }
}
