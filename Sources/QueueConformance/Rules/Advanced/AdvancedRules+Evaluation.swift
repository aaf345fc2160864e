internal import ConcurrencyPrimitives
internal import Operations

/// How conditions are evaluated: 12.12 to 12.15.
extension AdvancedRules {
    static let evaluatedOnceRule = Rule(
        "12.12",
        "A condition is evaluated once for each operation, however often that is asked whether it is ready.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .oneAtATime, .conditions],
        isolation: .ownProcess
    ) { try await evaluatedOnce($0, $1) }

    private static func evaluatedOnce<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: 1)
            let holder = try await scenario.takeOnlySlot(of: queue)
            let mayEnd = scenario.latch("evaluations may end")
            let made = try scenario.conditionKinds.map { kind in
                let count = RelaxedCounter()
                let member = try scenario.advanced("A, with a condition that is \(kind.rawValue),")
                try scenario.addCondition(kind, to: member, after: mayEnd) { count.increment() }
                return (member: member, count: count)
            }
            let members = made.map(\.member)
            scenario.add(members, to: queue)
            for _ in 1...2 {
                for member in members {
                    for _ in 1...100 { _ = member.operation.isReady }
                    if scenario.claims(.priorities) { try scenario.setPriority(.high, of: member) }
                }
                try await probe.settle()
                mayEnd.open()
                try await probe.settle()
            }
            holder.release()
            try await scenario.expectCompletion(of: members, "when the slot is free")
            for (member, count) in made {
                try probe.expect(
                    count.value == 1, "the condition of \(member.label) to be evaluated once",
                    observed: "it was evaluated \(count.value) times")
            }
        }
    }

    static let cancelledEvaluationRule = Rule(
        "12.13",
        "Cancelling an operation while its conditions are evaluated finishes it without running the body, and "
            + "without waiting for them.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .cancellation, .asyncConditions],
        isolation: .ownProcess
    ) { try await cancelledEvaluation($0, $1) }

    private static func cancelledEvaluation<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        for fails in [false, true] {
            let part = fails ? "the condition fails later" : "the condition is met later"
            try await RuleScenario.run(subject, probe, part: part) { scenario in
                let queue = await scenario.queue()
                let (begun, mayEnd) = (
                    Latch("the evaluation to begin"), scenario.latch("the evaluation may end")
                )
                let operation = try scenario.advanced("A")
                let condition = try subject.asyncConditioning.makeAsyncCondition {
                    begun.open()
                    await mayEnd.wait()
                    if fails { throw ThrownByBody(number: 1) }
                }
                scenario.add(condition, to: operation)
                scenario.add(operation, to: queue)
                await probe.open(begun)
                // A queue that doesn't wait for the evaluation has time to start the body.
                try await probe.settle()
                scenario.cancel(operation)
                try await scenario.expectFinishWithoutRun(
                    of: [operation], "cancelled while its condition is evaluated")
                mayEnd.open()
                try await scenario.expectNoStart(of: [operation], "when its condition has been evaluated")
                if scenario.claims(.failures) {
                    try scenario.expectErrors(
                        [], of: operation, "as it had finished before its condition failed")
                }
            }
        }
    }

    static let negatedConditionRule = Rule(
        "12.14", "A negated condition is met if the condition that it negates is not.", level: .claimed,
        sources: [.own], needs: [.lifeCycle, .negatedConditions], isolation: .ownProcess
    ) { try await negatedCondition($0, $1) }

    private static func negatedCondition<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let failing = try scenario.advanced("A, with the negation of a condition that is met,")
            scenario.add(try subject.negating.makeNegatedCondition {}, to: failing)
            let running = try scenario.advanced("B, with the negation of a condition that fails,")
            scenario.add(
                try subject.negating.makeNegatedCondition { throw ThrownByBody(number: 1) }, to: running)
            scenario.add(failing, running, to: queue)
            try await scenario.expectFinishWithoutRun(of: [failing], "as that isn't met")
            try await scenario.expectCompletion(of: [running], "as that is met")
            guard scenario.claims(.failures) else { return }
            try scenario.expectErrors([], of: running, "as its condition is met")
            let errors = try scenario.errorNumbers(of: failing)
            try probe.expect(
                errors == [-1], "\(failing.label) to have one error, which says so",
                observed: "it has the errors \(errors)")
        }
    }

    static let sharedConditionRule = Rule(
        "12.15",
        "A condition's own dependency is made for each operation that the condition was added to, and each of them "
            + "runs once.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .dependencies, .conditions],
        isolation: .ownProcess
    ) { try await sharedCondition($0, $1) }

    private static func sharedCondition<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let made = EventLog<RuleScenario<Subject>.Member>()
            let condition = try subject.conditioning.makeCondition {
                let dependency = scenario.operation("a dependency of the condition")
                made.append(dependency)
                return dependency.operation
            } _: {
            }
            let operations = try ["A", "B"].map { try scenario.advanced($0) }
            for operation in operations { scenario.add(condition, to: operation) }
            scenario.add(operations, to: queue)
            try await scenario.expectCompletion(of: operations, "which share a condition")
            try probe.expect(
                made.entries.count == 2, "the condition to be asked for a dependency for A and one for B",
                observed: "it was asked \(made.entries.count) times")
            try await scenario.expectCompletion(of: made.entries, "before A and B")
        }
    }
}
