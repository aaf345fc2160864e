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

    private static let waitingCounts = (few: 75, many: 600)
    /// Below, the rule holds; above, it is broken.
    private static let thresholds = 0.3...0.4
    /// How many end in the meantime, one after the other; each of them releases the next.
    private static let endCount = 100

    static let endCostRule = Rule(
        "3.17",
        "The cost of an end grows with the operations that it releases, not with those that wait: chain, fan-in, ladder, "
            + "barriers (judged on growth over small sizes).",
        sources: [.own], needs: [.lifeCycle, .dependencies], isolation: .ownProcess,
        cases: Waiting.allCases.map(\.rawValue)
    ) { try await endCost($0, $1) }

    /// By processor time, as rule 3.15.
    ///
    /// Exponents, alone and with five busy loops beside it: -0.05 to 0.07 in 48 processes of two queues where the cost is constant,
    /// 0.74 to 0.75 in four of one where each end looks at all that wait. One process of the 48 measured 20 rounds, the others 10.
    private static func endCost<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        let waiting = probe.caseValue() as Waiting
        if waiting == .barriers { try subject.mustClaimOne(of: .barriers) }
        probe.bindProcess()
        try await RuleScenario.run(subject, probe) { scenario in
            let growth = try await Growth(
                from: waitingCounts.few, to: waitingCounts.many, against: thresholds
            ) {
                try await cost(of: waiting, $0, scenario)
            }
            guard let side = growth.side(of: thresholds) else {
                throw Undecided(
                    "the time of \(endCount) ends grows as the number of operations that wait, to the power of \(growth), which is "
                        + "neither clearly less than \(thresholds.lowerBound) nor more than \(thresholds.upperBound)"
                )
            }
            try probe.expect(
                side == .below,
                "the time of \(endCount) ends not to grow with the number of operations that wait",
                observed: "it grows as that to the power of \(growth)")
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
