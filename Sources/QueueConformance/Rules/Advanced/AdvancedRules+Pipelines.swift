internal import ConcurrencyPrimitives
internal import Operations

/// Operations whose input is the result of another: 12.30 and 12.31.
extension AdvancedRules {
    static let inputRule = Rule(
        "12.30", "The result of an operation is the input of each operation that follows it in a pipeline.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .pipelines], isolation: .ownProcess
    ) { try await input($0, $1) }

    private static func input<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let (queue, other) = (await scenario.queue(), await scenario.queue("another queue"))
            let inputs = EventLog<String>()
            func noting(_ name: String, _ work: @escaping @Sendable (Int) -> Int) -> @Sendable (Int) -> Int {
                { input in
                    inputs.append("\(name) \(input)")
                    return work(input)
                }
            }
            let first = try scenario.stage("A, whose result is 20", isHeld: true) { _ in 20 }
            let second = try scenario.stage("B, which follows A", after: first, noting("B", { $0 + 1 }))
            let third = try scenario.stage("C, which follows B", after: second, noting("C", { $0 * 2 }))
            let last = try scenario.stage("D, which follows C", after: third, noting("D", \.self))
            let fork = try scenario.stage("E, which follows A, too", after: first, noting("E", \.self))
            scenario.add(last, third, fork, to: queue)
            scenario.add(second, to: other)
            scenario.add(first, to: queue)
            await scenario.started(first)
            let followers = [second, third, last, fork]
            try await scenario.expectNoStart(of: followers, "while A executes")
            first.release()
            try await scenario.expectCompletion(of: [first] + followers, "each with its input")
            try probe.expect(
                inputs.entries.sorted() == ["B 20", "C 21", "D 42", "E 20"],
                "the inputs 20 of B and E, 21 of C, and 42 of D", observed: inputs.entries.inWords)
        }
    }

    static let missingInputRule = Rule(
        "12.31",
        "An operation whose input is missing is cancelled with an error that says so, and does not run; so are those that "
            + "follow it.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .cancellation, .failures, .pipelines],
        isolation: .ownProcess
    ) { try await missingInput($0, $1) }

    private static func missingInput<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        for isCancelled in [false, true] {
            let how = isCancelled ? "A is cancelled before it is added" : "A throws"
            try await RuleScenario.run(subject, probe, part: how) { scenario in
                let queue = await scenario.queue()
                let first = try scenario.stage("A") { _ in throw ThrownByBody(number: 1) }
                let second = try scenario.stage("B, which follows A", after: first, \.self)
                let third = try scenario.stage("C, which follows B", after: second, \.self)
                if isCancelled { scenario.cancel(first) }
                scenario.add(third, second, to: queue)
                scenario.addUnlessFinished([first], to: queue)
                try await scenario.expectFinish(of: [first], "in its way")
                try await scenario.expectFinishWithoutRun(of: [second, third], "which has no input,")
                for member in [second, third] {
                    let found = try errors(of: member, subject)
                    try probe.expect(
                        member.operation.isCancelled && !found.isEmpty,
                        "\(member.label), to be cancelled with an error, as it has no input",
                        observed: "\(member.state); its errors are \(found)")
                }
            }
        }
    }

    private static func errors<Subject: ConformanceSubject>(
        of member: RuleScenario<Subject>.Member, _ subject: Subject
    ) throws -> [any Error] {
        try subject.failing.errors(of: member.operation)
    }
}
