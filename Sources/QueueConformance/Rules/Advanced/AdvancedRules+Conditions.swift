internal import ConcurrencyPrimitives
internal import Operations

/// Conditions, and what comes before and after them: 12.1 to 12.3.
extension AdvancedRules {
    static let evaluatedBetweenRule = Rule(
        "12.1", "Conditions are evaluated after dependencies and before execution.", level: .claimed,
        sources: [.articles], needs: [.lifeCycle, .dependencies, .conditions], isolation: .ownProcess
    ) { try await evaluatedBetween($0, $1) }

    private static func evaluatedBetween<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let (dependency, mayEnd) = (scenario.held("A"), scenario.latch("evaluations may end"))
            let made = try scenario.conditionKinds.map { kind in
                let log = EventLog<String>()
                let member = try scenario.advanced("B, with a condition that is \(kind.rawValue),") { _ in
                    log.append("it ran")
                }
                try scenario.addCondition(kind, to: member, after: mayEnd) {
                    log.append("its condition was evaluated")
                }
                scenario.depend(member, on: dependency)
                scenario.add(member, to: queue)
                return (member: member, log: log)
            }
            scenario.add(dependency, to: queue)
            await scenario.started(dependency)
            try await probe.settle()
            for (member, log) in made {
                try probe.expect(
                    log.entries.isEmpty,
                    "nothing of \(member.label) to be evaluated or run before A, on which it depends, has finished",
                    observed: log.entries.inWords)
            }
            dependency.release()
            try await probe.settle()
            for (member, log) in made where log.entries.isEmpty {
                try probe.expect(
                    !member.hasStarted, "\(member.label) not to run while its condition is evaluated",
                    observed: member.state)
            }
            mayEnd.open()
            try await scenario.expectCompletion(
                of: made.map(\.member), "after A, as their conditions are met")
            for (member, log) in made {
                try probe.expect(
                    log.entries == ["its condition was evaluated", "it ran"],
                    "the condition of \(member.label) to be evaluated before it runs",
                    observed: "in this order: \(log.entries.inWords)")
            }
        }
    }

    static let failedConditionRule = Rule(
        "12.2", "A failed condition finishes the operation with its error, without running the body.",
        level: .claimed, sources: [.articles],
        needs: [.lifeCycle, .dependencies, .conditions, .failures], isolation: .ownProcess
    ) { try await failedCondition($0, $1) }

    private static func failedCondition<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            var number = 0
            for kind in scenario.conditionKinds {
                for isMetFirst in [false, true] {
                    number += 1
                    let (error, mayEnd) = (
                        ThrownByBody(number: number), scenario.latch("evaluations may end")
                    )
                    let before = isMetFirst ? "a condition that is met, and then " : ""
                    let failing = try scenario.advanced("A, with \(before)one that fails, \(kind.rawValue),")
                    if isMetFirst { try scenario.addCondition(kind, to: failing, after: mayEnd) {} }
                    try scenario.addCondition(kind, to: failing, after: mayEnd) { throw error }
                    let dependent = scenario.operation("B, which depends on A")
                    scenario.depend(dependent, on: failing)
                    scenario.add(failing, dependent, to: queue)
                    if kind == .awaited {
                        try await probe.settle()
                        mayEnd.open()
                    }
                    try await scenario.expectFinishWithoutRun(
                        of: [failing], "as a condition of it has failed")
                    try scenario.expectErrors([number], of: failing, "as a condition of it has thrown that")
                    try await scenario.expectRun(of: [dependent], "when A has finished")
                }
            }
        }
    }

    static let ownDependencyRule = Rule(
        "12.3", "A condition's own dependency is added to the queue and precedes the operation.",
        level: .claimed, sources: [.articles], needs: [.lifeCycle, .dependencies, .conditions],
        isolation: .ownProcess
    ) { try await ownDependency($0, $1) }

    private static func ownDependency<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let canStop = scenario.claims(.suspension) && scenario.claims(.enumeration)
            let queue = await scenario.queue(suspended: canStop)
            let dependency = scenario.held("D, the dependency of A's condition")
            let isEvaluated = Latch("the condition was evaluated")
            let condition = try subject.conditioning.makeCondition {
                dependency.operation
            } _: {
                isEvaluated.open()
            }
            let operation = try scenario.advanced("A")
            scenario.add(condition, to: operation)
            scenario.add(operation, to: queue)
            if canStop {
                try await probe.settle()
                let operations = try await queue.enumerable.operations
                try probe.expect(
                    operations.contains(dependency.operation), "A's queue to hold \(dependency.label)",
                    observed: "it holds \(operations.count) operations, and not this one")
                await scenario.setSuspended(queue, false)
            }
            try await scenario.expectStart(of: [dependency], "in A's queue")
            try await scenario.expectNoStart(of: [operation], "before D has finished")
            try probe.expect(
                !isEvaluated.isOpen, "A's condition not to be evaluated before D has finished",
                observed: "it was evaluated while D executed")
            dependency.release()
            try await scenario.expectCompletion(of: [dependency, operation], "when D was released")
        }
    }
}
