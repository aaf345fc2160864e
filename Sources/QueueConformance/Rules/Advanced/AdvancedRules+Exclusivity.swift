internal import ConcurrencyPrimitives
internal import Operations

/// Operations that share categories: 12.4 and 12.21.
extension AdvancedRules {
    static let neverOverlapRule = Rule(
        "12.4",
        "Operations that share an exclusivity category never overlap, across all queues, and run in the order of "
            + "becoming eligible.",
        level: .claimed, sources: [.articles, .own], needs: [.lifeCycle, .dependencies, .exclusivity],
        isolation: .ownProcess
    ) { try await neverOverlap($0, $1) }

    private static func neverOverlap<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe, part: "three queues") { scenario in
            var queues: [Subject.Queue] = []
            for number in 1...3 { queues.append(await scenario.queue("queue \(number)")) }
            try await expectOneAtATime(scenario, among: "three queues") { index, operation in
                scenario.add(operation, to: queues[index % 3])
            }
        }
        try await RuleScenario.run(subject, probe, part: "several categories") { scenario in
            var queues: [Subject.Queue] = []
            for number in 1...3 { queues.append(await scenario.queue("queue \(number)")) }
            try await expectNoOverlapOfSeveral(scenario, queues)
        }
        try await RuleScenario.run(subject, probe, part: "the order of becoming eligible") { scenario in
            let (queue, elsewhere) = (await scenario.queue("queue 1"), await scenario.queue("queue 2"))
            try await expectOrderOfEligibility(scenario, queue, elsewhere)
        }
        // Whether a suspension changes when an operation is eligible is for each queue to say.
        guard subject.keepsDetails, subject.claims(.suspension) else { return }
        let part = "the order of becoming eligible, with a suspension between"
        try await RuleScenario.run(subject, probe, part: part) { scenario in
            let (queue, elsewhere) = (await scenario.queue("queue 1"), await scenario.queue("queue 2"))
            try await expectOrderOfEligibility(scenario, queue, elsewhere, isSuspendedBetween: true)
        }
    }

    /// Operations of one category that are ready when added run one at a time, in the order of adding.
    ///
    /// - Parameter add: Adds the operation of that number to one of several queues.
    private static func expectOneAtATime<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, among queues: String,
        _ add: (Int, RuleScenario<Subject>.Member) -> Void
    ) async throws {
        let (meter, log, count) = (OverlapMeter(), EventLog<Int>(), 60)
        let operations = try (0..<count).map { number in
            let operation = try scenario.advanced("\(number)", isHeld: number == 0) { _ in
                meter.run { log.append(number) }
            }
            try scenario.addCategory("category", to: operation)
            return operation
        }
        for (number, operation) in operations.enumerated() { add(number, operation) }
        await scenario.started(operations[0])
        try await scenario.expectNoStart(
            of: Array(operations.dropFirst()), "while 0 executes, which is of the same category, in \(queues)"
        )
        operations[0].release()
        try await scenario.expectCompletion(of: operations, "each in its turn")
        try scenario.probe.expect(
            meter.maximum == 1, "operations of one category in \(queues) never to overlap",
            observed: "\(meter.maximum) ran at a time")
        try scenario.probe.expect(
            log.entries == Array(0..<count),
            "operations of one category, all of them eligible when added, to run in the order of adding",
            observed: "they ran in the order \(log.entries)")
    }

    /// One that executes keeps all of its categories from others.
    private static func expectNoOverlapOfSeveral<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queues: [Subject.Queue]
    ) async throws {
        func exclusive(_ label: String, _ categories: String..., isHeld: Bool = false) throws
            -> RuleScenario<Subject>.Member
        {
            let operation = try scenario.advanced("\(label), \(categories.inWords)", isHeld: isHeld)
            for category in categories { try scenario.addCategory(category, to: operation) }
            return operation
        }
        let holder = try exclusive("H", "red", "green", "blue", isHeld: true)
        let waiting = [
            try exclusive("A", "red"), try exclusive("B", "green"), try exclusive("C", "blue"),
            try exclusive("D", "yellow", "blue"),
        ]
        scenario.add(holder, to: queues[0])
        await scenario.started(holder)
        for (number, operation) in waiting.enumerated() {
            scenario.add(operation, to: queues[1 + number % 2])
        }
        try await scenario.expectNoStart(
            of: waiting, "while H executes, with each of which it shares a category")
        holder.release()
        try await scenario.expectCompletion(of: waiting, "when H has ended")
    }

    /// - Parameter isSuspendedBetween: Whether the queue is suspended, and resumed, while all of them wait for their turn.
    private static func expectOrderOfEligibility<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue, _ elsewhere: Subject.Queue,
        isSuspendedBetween: Bool = false
    ) async throws {
        let log = EventLog<String>()
        func exclusive(_ label: String, isHeld: Bool = false) throws -> RuleScenario<Subject>.Member {
            let operation = try scenario.advanced(label, isHeld: isHeld) { _ in log.append(label) }
            try scenario.addCategory("category", to: operation)
            return operation
        }
        let holder = try exclusive("H", isHeld: true)
        scenario.add(holder, to: queue)
        await scenario.started(holder)
        // L, M and N become eligible together, later than X and Y; N's dependency was added first.
        let gate = scenario.held("G")
        let (l, m, n) = (try exclusive("L"), try exclusive("M"), try exclusive("N"))
        scenario.depend(n, on: gate)
        scenario.depend(m, on: gate)
        scenario.depend(l, on: gate)
        let (x, y) = (try exclusive("X"), try exclusive("Y"))
        var expected = ["H", "X", "Y", "L", "M", "N"]
        var operations = [holder, l, x, y, m, n]
        var mayPass: Latch?
        if scenario.claims(.asyncConditions) {
            let (latch, last) = (scenario.latch("the condition of P may pass"), try exclusive("P"))
            scenario.add(
                try scenario.subject.asyncConditioning.makeAsyncCondition { await latch.wait() }, to: last)
            scenario.add(last, to: queue)
            operations.append(last)
            expected.append("P")
            mayPass = latch
        }
        scenario.add(l, x, y, m, n, to: queue)
        scenario.add(gate, to: elsewhere)
        await scenario.started(gate)
        gate.release()
        try await scenario.expectFinish(of: [gate], "when it was released")
        try await scenario.probe.settle()
        mayPass?.open()
        try await scenario.probe.settle()
        if isSuspendedBetween {
            for isSuspended in [true, false] {
                await scenario.setSuspended(queue, isSuspended)
                try await scenario.probe.settle()
            }
        }
        holder.release()
        try await scenario.expectCompletion(of: operations, "each in its turn")
        try scenario.probe.expect(
            log.entries == expected,
            "operations of a category to run in the order of becoming eligible, and of adding if that is the same: "
                + "\(expected.inWords)", observed: "they ran in the order \(log.entries.inWords)")
    }

    static let acrossKindsRule = Rule(
        "12.21", "Exclusivity holds between queues of different kinds that run the same operations.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .exclusivity, .otherQueues],
        isolation: .ownProcess
    ) { try await acrossKinds($0, $1) }

    private static func acrossKinds<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            guard let other = scenario.otherKindOfQueue("queue 2") else {
                throw NotClaimed(capability: .otherQueues)
            }
            let queue = await scenario.queue("queue 1")
            try await expectOneAtATime(scenario, among: "queues of two kinds") { index, operation in
                if index % 2 == 0 {
                    scenario.add(operation, to: queue)
                } else {
                    scenario.add([operation], to: other)
                }
            }
        }
    }
}
