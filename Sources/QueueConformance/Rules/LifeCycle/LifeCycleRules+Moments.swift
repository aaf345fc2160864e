internal import Operations

/// States read at the moments of a life that a scenario can hold on to, for 1.2 and 1.3.
extension LifeCycleRules {
    /// Lets operations of every kind run, in a queue and by hand, and returns what their states read as.
    static func playMoments<Subject: ConformanceSubject>(
        _ stage: Stage<Subject>
    ) async throws -> [StateLog] {
        typealias Player = MomentPlayer<Subject>
        let player = Player(stage: stage)
        var kinds: [(Player.Kind, String)] = [(.plain, "")]
        if stage.can(.cancellation) {
            kinds += [
                (.cancelledBefore, ", cancelled before its start"),
                (.cancelledInside, ", cancelled as it runs"),
            ]
        }
        if stage.can(.startOverrides) { kinds.append((.overridden, ", whose start is replaced")) }
        var played: [Player.Played] = []
        for (kind, text) in kinds {
            played.append(try await player.playInQueue("A\(text)", kind))
            played.append(try await player.playByHand("B\(text)", kind))
        }
        if stage.can(.dependencies) { played.append(try await player.playDependent()) }
        try await stage.settle()
        for (log, operation) in played {
            log.read(operation, "when nothing went on any more")
            guard operation.isFinished else { continue }
            if stage.can(.cancellation) {
                operation.cancel()
                log.read(operation, "after a cancel() that came late")
            }
            if stage.can(.dependencies) {
                operation.addDependency(stage.operation("E").operation)
                log.read(operation, "after an addDependency(_:) that came late")
            }
        }
        return played.map(\.log)
    }
}
