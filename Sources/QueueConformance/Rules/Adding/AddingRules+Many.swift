private import ConcurrencyPrimitives
import Operations

/// Adding several at once, and what the queue lists.
extension AddingRules {
    enum InvalidMember: String, CaseIterable {
        case queued
        case executing
        case finished
        case twice = "twice in the array"
    }

    static let invalidMemberRule = Rule(
        "8.2", "`addOperations` with one invalid operation stops before any of them starts.",
        sources: [.own], needs: [.misuseDetection, .dependencies, .batches], isolation: .trap,
        cases: InvalidMember.allCases.map(\.rawValue)
    ) { try await invalidMember($0, $1) }

    private static func invalidMember<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        let kind: InvalidMember = probe.caseValue()
        try await RuleScenario.run(subject, probe) { scenario in
            // Enough slots for all to start.
            let queue = await scenario.queue(limit: scenario.claims(.concurrencyLimit) ? 8 : nil)
            let valid = ["A", "B"].map { scenario.operation($0) }
            let invalid = kind == .executing ? scenario.held("C") : scenario.operation("C")
            // What it waits for is in no queue, and so never finished.
            if kind == .queued { scenario.depend(invalid, on: scenario.operation("never started")) }
            if kind != .twice {
                scenario.add(invalid, to: queue)
                try await probe.settle()
            }
            let array = kind == .twice ? valid + [valid[0]] : valid + [invalid]
            let (operations, recorder) = (array.map(\.operation), probe.recorder("adder"))
            let batching = try queue.batching
            let call = "addOperations([\(array.map(\.label).joined(separator: ", "))])"
            try await probe.mustStop("\(call), the last of which is \(kind.rawValue),") {
                let started = valid.filter(\.hasStarted)
                try probe.expect(
                    started.isEmpty, "\(call) to stop before any of them starts",
                    observed: "it stopped, and \(started.labels()) had been started")
            } _: {
                recorder.call(call) { batching.addOperations(operations) }
            }
        }
    }

    static let addingAndWaitingRule = Rule(
        "8.3",
        "`addOperations(…, waitUntilFinished: true)` returns after exactly those operations have finished.",
        sources: [.documentation], needs: [.lifeCycle, .batches], isolation: .ownProcess
    ) { try await addingAndWaiting($0, $1) }

    private static func addingAndWaiting<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        var waits: [(name: String, wait: (Subject.Queue) throws -> AddAndWait<Subject>)] = [
            (
                "addOperations",
                { queue in
                    let batching = try queue.batching
                    return { await batching.addOperations($0, waitUntilFinished: true) }
                }
            )
        ]
        if let blocking = subject.blockingWaits {
            waits.append(
                (
                    "addOperations, blocking a thread,",
                    { queue in
                        { operations in
                            await SystemThread.value { blocking.addOperationsAndBlock(operations, to: queue) }
                        }
                    }
                ))
        }
        for (name, wait) in waits {
            for isFirstLast in [false, true] {
                let part = name + (isFirstLast ? " the first of which ends last" : "")
                try await RuleScenario.run(subject, probe, part: part) { scenario in
                    try await addAndWait(scenario, isFirstLast: isFirstLast, wait)
                }
            }
        }
        guard subject.keepsDetails else { return }
        try await RuleScenario.run(subject, probe, part: "without waiting") {
            try await addingWithoutWaiting($0)
        }
    }

    private static func addingWithoutWaiting<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let (batching, a) = (try await scenario.queue().batching, scenario.held("A"))
        try await scenario.probe.mustReturn("addOperations([A], waitUntilFinished: false)") {
            await batching.addOperations([a.operation], waitUntilFinished: false)
        }
        try await scenario.expectStart(of: [a], "in an empty queue")
        a.release()
        try await scenario.expectCompletion(of: [a], "when it was released")
    }

    private typealias AddAndWait<Subject: ConformanceSubject> =
        @Sendable ([Subject.Queue.Operation]) async -> Void

    /// - Parameter isFirstLast: Whether the first of the operations ends last.
    private static func addAndWait<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, isFirstLast: Bool,
        _ makeWait: (Subject.Queue) throws -> AddAndWait<Subject>
    ) async throws {
        let (probe, hasLimit) = (scenario.probe, scenario.claims(.concurrencyLimit))
        let queue = await scenario.queue(limit: hasLimit ? 4 : nil)
        let wait = try makeWait(queue)
        // Neither what was there before nor what comes meanwhile is waited for.
        let (earlier, later) = (scenario.held("earlier"), scenario.held("later"))
        if hasLimit { scenario.add(earlier, to: queue) }
        let (a, b) = (scenario.held("A"), scenario.held("B"))
        let returned = Latch("addOperations([A, B], waitUntilFinished: true)")
        let recorder = probe.recorder("task")
        startTask {
            await recorder.call(returned.name) { await wait([a.operation, b.operation]) }
            returned.open()
        }
        try await scenario.expectStart(of: [a], "in a queue with free slots")
        scenario.add(later, to: queue)
        func expectWaiting(_ circumstances: String) async throws {
            try await probe.settle()
            try probe.expect(
                !returned.isOpen, "\(returned.name) not to return \(circumstances)",
                observed: "it had returned")
        }
        try await expectWaiting("while A and B execute")
        // Without a second slot B doesn't run before A has ended.
        let (first, second) = isFirstLast && b.hasStarted ? (b, a) : (a, b)
        first.release()
        try await expectWaiting("when \(first.label) has finished, and \(second.label) has not")
        second.release()
        try probe.expect(
            try await probe.holdsWhenQuiescent { returned.isOpen },
            "\(returned.name) to return when A and B have finished, though others have not",
            observed: "it had not returned when the process was quiescent")

        for other in [earlier, later] { other.release() }
        try await probe.mustReturn("addOperations([], waitUntilFinished: true)") { await wait([]) }
        guard scenario.claims(.cancellation) else { return }
        let cancelled = scenario.operation("cancelled").operation
        cancelled.cancel()
        try await probe.mustReturn("addOperations([one that is cancelled], waitUntilFinished: true)") {
            await wait([cancelled])
        }
    }

    static let listingRule = Rule(
        "8.5",
        "`operations` is in the order of adding and includes the executing ones; `operationCount` agrees with it.",
        sources: [.documentation, .tests], needs: [.enumeration, .lifeCycle], isolation: .ownProcess
    ) { try await listing($0, $1) }

    private static func listing<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        let hasLimit = subject.claims(.concurrencyLimit)
        for limit in hasLimit ? [1, 2] : [nil] as [Int?] {
            try await RuleScenario.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { scenario in
                let queue = await scenario.queue(limit: limit)
                let operations = ["A", "B", "C", "D", "E"].map { scenario.held($0) }
                if scenario.claims(.priorities) {
                    try scenario.setPriority(.veryLow, of: operations[1])
                    try scenario.setPriority(.veryHigh, of: operations[3])
                }
                var added = 1
                func expectList(_ circumstances: String) async throws {
                    try await probe.settle()
                    let (listed, count) = (
                        try await queue.enumerable.operations, try await queue.enumerable.operationCount
                    )
                    let left = operations.prefix(added).filter { !$0.operation.isFinished }
                    func names(_ found: [RuleScenario<Subject>.Operation]) -> String {
                        found.map { operation in
                            operations.first { $0.operation == operation }?.label ?? "a stranger"
                        }.inWords
                    }
                    try probe.expect(
                        listed == left.map(\.operation) && count == left.count,
                        "\(left.labels()) to be listed, in the order of adding, and a count of \(left.count), "
                            + circumstances,
                        observed: "\(names(listed)) listed, and a count of \(count)")
                }
                scenario.add(operations[0], to: queue)
                try await scenario.expectStart(of: [operations[0]], "in an idle queue")
                try await expectList("while A executes")
                // One by one and together.
                scenario.add(operations[1], to: queue)
                scenario.addTogether(Array(operations[2...]), to: queue)
                added = operations.count
                try await expectList("all having been added")
                for ended in 1...operations.count {
                    operations.first(where: \.isInBody)?.release()
                    try await expectList("the bodies of \(ended) having been let go")
                }
            }
        }
    }
}
