internal import Operations

/// States read at the sample points of a life that a scenario can hold on to, for 1.2 and 1.3.
extension LifeCycleRules {
    /// Lets operations of every kind run, in a queue and by hand, and returns them with what their states read
    /// as until nothing went on any more.
    static func playSamplePoints<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws -> [SamplePointPlayer<Subject>.Played] {
        typealias Player = SamplePointPlayer<Subject>
        let player = Player(scenario: scenario)
        var kinds: [(Player.Kind, String)] = [(.plain, "")]
        if scenario.claims(.cancellation) {
            kinds += [
                (.cancelledBefore, ", cancelled before its start"),
                (.cancelledInside, ", cancelled as it runs"),
            ]
        }
        if scenario.claims(.startOverrides) { kinds.append((.overridden, ", whose start is replaced")) }
        var played: [Player.Played] = []
        for (kind, text) in kinds {
            played.append(try await player.playInQueue("A\(text)", kind))
            played.append(try await player.playByHand("B\(text)", kind))
        }
        if scenario.claims(.dependencies) { played.append(try await player.playDependent()) }
        try await scenario.probe.settle()
        for (log, _, operation) in played { log.read(operation, "when nothing went on any more") }
        return played
    }

    /// Does to what has finished all that might move it once more, and reads its states after each call.
    static func pokeFinished<Subject: ConformanceSubject>(
        _ played: [SamplePointPlayer<Subject>.Played], _ scenario: RuleScenario<Subject>
    ) async throws {
        // What hasn't finished is another rule's business, and starting it would be misuse.
        let finished = played.filter(\.operation.isFinished)
        for (log, _, operation) in finished where scenario.claims(.cancellation) {
            operation.cancel()
            log.read(operation, "after cancel() on it, finished")
        }
        // A replaced start is its author's: what it does a second time, no queue can help.
        for (log, kind, operation) in finished where kind != .overridden {
            try await scenario.probe.onThread("start() on \(log.label), finished, to return") {
                operation.start()
            }
            log.read(operation, "after start() on it, finished")
        }
        // Last, since what start() does to a finished operation that has to wait is nobody's rule.
        for (log, _, operation) in finished where scenario.claims(.dependencies) {
            operation.addDependency(scenario.operation("an operation that is never started").operation)
            log.read(operation, "after addDependency() on it, finished")
        }
        try await scenario.probe.settle()
        for (log, _, operation) in finished { log.read(operation, "after calls to it, finished") }
    }
}
