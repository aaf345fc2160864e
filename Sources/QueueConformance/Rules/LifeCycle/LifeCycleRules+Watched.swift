internal import Operations

/// States watched from several threads while operations move, for 1.2 and 1.3.
extension LifeCycleRules {
    private static let watchers = 3

    /// What is wrong with the states of operations that a queue runs, one after another if it can.
    static func watchInQueue<Reader: StateReader, Subject: ConformanceSubject>(
        _ reader: Reader.Type, _ scenario: RuleScenario<Subject>, count: Int = 400
    ) async throws -> (label: String, observed: String)? {
        let position = WatchPosition()
        let watched = try (0..<count).map { try make($0, in: scenario, position) }
        let watch = StateWatch<Reader, Subject.Queue.Operation>(watched, position: position)
        let queue = await scenario.queue(limit: scenario.claims(.concurrencyLimit) ? 1 : nil)
        watch.start(threads: watchers)
        // What cancel() has finished, against rule 2.6, can't be added.
        for (_, operation) in watched where !operation.isFinished { queue.addOperation(operation) }
        let sighting = await watch.end(scenario.probe)
        try await scenario.probe.settle()
        return sighting.map { ($0.label, $0.observed) }
    }

    /// What is wrong with the states of operations that are started by hand, one after another.
    static func watchByHand<Reader: StateReader, Subject: ConformanceSubject>(
        _ reader: Reader.Type, _ scenario: RuleScenario<Subject>, count: Int = 400
    ) async throws -> (label: String, observed: String)? {
        let position = WatchPosition()
        let watched = try (0..<count).map { try make($0, in: scenario, position) }
        let watch = StateWatch<Reader, Subject.Queue.Operation>(watched, position: position)
        watch.start(threads: watchers)
        try await scenario.probe.onThread("start() of \(count) operations to return") {
            for (_, operation) in watched { operation.start() }
        }
        return await watch.end(scenario.probe).map { ($0.label, $0.observed) }
    }

    /// One operation of each kind in turn: plain, cancelled before its start, cancelled inside its body, with
    /// a replaced `start`.
    private static func make<Subject: ConformanceSubject>(
        _ index: Int, in scenario: RuleScenario<Subject>, _ position: WatchPosition
    ) throws -> (label: String, operation: Subject.Queue.Operation) {
        switch index % 4 {
        case 1 where scenario.claims(.cancellation):
            let operation = scenario.subject.makeOperation { _ in position.meet(index) }
            operation.cancel()
            return ("operation \(index), cancelled before its start", operation)
        case 2 where scenario.claims(.cancellation):
            let operation = scenario.subject.makeOperation { operation in
                operation.cancel()
                position.meet(index)
            }
            return ("operation \(index), cancelled inside its body", operation)
        case 3 where scenario.claims(.startOverrides):
            let operation = try scenario.subject.makeStartOverride { _, control in
                control.announceExecuting()
                position.meet(index)
                control.announceFinished()
            }
            return ("operation \(index), with a replaced start", operation)
        default:
            return ("operation \(index)", scenario.subject.makeOperation { _ in position.meet(index) })
        }
    }
}
