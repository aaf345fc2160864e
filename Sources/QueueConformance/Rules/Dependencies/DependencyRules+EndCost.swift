internal import CPlatform
internal import ConcurrencyPrimitives
internal import Operations

/// What an end costs where many wait: 3.17.
extension DependencyRules {
    /// What waits while others end.
    private enum Waiting: String, CaseIterable {
        /// Each waits for the one before it.
        case chain
        /// One waits for all others, and for those that end.
        case fanIn = "fan-in"
        /// Two wait for the two before them.
        case ladder
        /// Seven operations after each barrier.
        case barriers
    }

    private static let waitingCounts = [75, 150, 300, 600]
    /// How many end in the meantime, one after the other; each of them releases the next.
    private static let endCount = 100
    private static let roundsOfEnds = 3...60
    /// Nanoseconds in which noise is a small part.
    private static let longTime = 10_000_000.0

    static let endCostRule = Rule(
        "3.17",
        "The cost of an end grows with the operations that it releases, not with those that wait: chain, fan-in, ladder, "
            + "barriers (judged on growth over small sizes).",
        sources: [.own], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
    ) { try await endCost($0, $1) }

    /// By processor time, as rule 3.15. The exponent is near 0 where the cost is constant. It was 0.73 to 0.95 in 15 processes
    /// on two processors where each end looks at all that wait: a fixed part of the cost makes it less than 1.
    private static func endCost<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        for waiting in Waiting.allCases {
            if waiting == .barriers && !subject.claims.contains(.barriers) { continue }
            try await RuleScenario.run(subject, probe, part: waiting.rawValue) { scenario in
                // The first run of all is dearer.
                _ = try await cost(of: waiting, waitingCounts[0], scenario)
                var growth = Growth(sizes: waitingCounts, by: .lowest)
                for round in 1...roundsOfEnds.upperBound {
                    for count in waitingCounts {
                        growth.add(try await cost(of: waiting, count, scenario), at: count)
                    }
                    // What looks like growth in a short time may be noise, so that is looked at for longer.
                    let isClear = growth.exponent < 0.4 || growth.lowest > longTime
                    let least = isClear ? roundsOfEnds.lowerBound : 2 * roundsOfEnds.lowerBound
                    let isDecided = growth.exponent < 0.4 || growth.isSteady
                    guard round >= least, isDecided else { continue }
                    return try probe.expect(
                        growth.exponent < 0.4,
                        "the time of \(endCount) ends not to grow with the number of operations that wait",
                        observed: "it grows as that to the power of \(growth.description)")
                }
                // Where idle workers look for work, an end costs ten times as much as where none does.
                if growth.onlySeemsToGrow { return }
                throw Undecided(
                    "the time of \(endCount) ends grows as the number of operations that wait, to the power of "
                        + "\(growth.description), which is neither no growth nor one at each step that the "
                        + "costs in the middle share")
            }
        }
    }

    /// Nanoseconds of processor time from the first of the ends to the last.
    private static func cost<Subject: ConformanceSubject>(
        of waiting: Waiting, _ count: Int, _ scenario: RuleScenario<Subject>
    ) async throws -> UInt64 {
        let (subject, probe) = (scenario.subject, scenario.probe)
        let (queue, elsewhere) = (subject.makeQueue(), subject.makeQueue())
        let release = Latch("the first of \(endCount) operations may end")
        let blocker = subject.makeOperation { _ in }
        let ending = layers(of: 1, endCount) { index in
            subject.makeOperation { _ in if index == 0 { release.waitBlocking() } }
        }
        func waiters(of width: Int) -> [Subject.Operation] {
            let made = layers(of: width, count) { _ in subject.makeOperation { _ in } }
            for operation in made.prefix(width) { operation.addDependency(blocker) }
            return made
        }
        switch waiting {
        case .chain: queue.addTogether(ending + waiters(of: 1))
        case .ladder: queue.addTogether(ending + waiters(of: 2))
        case .fanIn:
            let others = (0..<count).map { _ in subject.makeOperation { _ in } }
            let last = subject.makeOperation { _ in }
            for operation in others { operation.addDependency(blocker) }
            for operation in others.prefix(count / 2) + ending + others.suffix(count / 2) {
                last.addDependency(operation)
            }
            queue.addTogether(ending + others + [last])
        case .barriers:
            let barriers = try queue.barriers
            let first = subject.makeOperation { _ in }
            first.addDependency(blocker)
            queue.addTogether(ending + [first])
            for _ in 0..<count / 8 {
                barriers.addBarrierBlock {}
                queue.addTogether((0..<7).map { _ in subject.makeOperation { _ in } })
            }
        }
        try await probe.settle()
        let begin = oplab_process_cpu_nanoseconds()
        release.open()
        await probe.awaiting("\(endCount) operations to end") {
            await ending[endCount - 1].waitUntilFinished()
        }
        let time = oplab_process_cpu_nanoseconds() - begin
        elsewhere.addOperation(blocker)
        await probe.awaiting("the operations to run that waited") {
            await queue.waitUntilAllOperationsAreFinished()
        }
        return time
    }

    /// Layers of `width`, each of which waits for all of the layer before it.
    static func layers<Operation: OperationProtocol>(
        of width: Int, _ count: Int, _ make: (Int) -> Operation
    ) -> [Operation] where Operation.Dependency == Operation {
        var made: [Operation] = []
        for index in 0..<count {
            let operation = make(index)
            let layer = index / width * width
            if layer > 0 {
                for dependency in made[layer - width..<layer] { operation.addDependency(dependency) }
            }
            made.append(operation)
        }
        return made
    }
}
