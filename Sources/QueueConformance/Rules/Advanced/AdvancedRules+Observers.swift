internal import ConcurrencyPrimitives
internal import Operations

/// Who is notified of what happens to an operation: 12.5, 12.24 and 12.25.
extension AdvancedRules {
    static let observersRule = Rule(
        "12.5", "Start observers fire only if the body runs; finish observers exactly once, always.",
        level: .claimed, sources: [.articles],
        needs: [.lifeCycle, .dependencies, .cancellation, .operationObservers], isolation: .ownProcess
    ) { try await observers($0, $1) }

    private static func observers<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let gate = scenario.operation("G, in no queue")
            let running = try scenario.advanced("A, which runs,")
            let executing = try scenario.advanced("B, cancelled as it executes,", isHeld: true)
            let early = try scenario.advanced("C, cancelled before it was added,")
            let waiting = try scenario.advanced("D, cancelled as it waits for G,")
            scenario.depend(waiting, on: gate)
            var members = [running, executing, early, waiting]
            let hasErrors = scenario.claims(.failures)
            if scenario.claims(.conditions) {
                let failing = try scenario.advanced("E, whose condition fails,")
                try scenario.addCondition(to: failing) { throw ThrownByBody(number: 1) }
                members.append(failing)
            }
            if hasErrors {
                members.append(
                    try scenario.advanced("F, which throws,") { _ in throw ThrownByBody(number: 2) })
                let finished = try scenario.advanced("I, finished as it waits for G,")
                scenario.depend(finished, on: gate)
                members.append(finished)
            }
            let logs = try members.map { try scenario.observe($0) }
            scenario.cancel(early)
            scenario.add(members.filter { $0.label != early.label }, to: queue)
            scenario.addUnlessFinished([early], to: queue)
            await scenario.started(executing)
            scenario.cancel(executing, waiting)
            if hasErrors { try scenario.finish(members[members.count - 1], with: []) }
            executing.release()
            try await scenario.expectFinish(of: members, "each in its way")
            try await probe.settle()
            for (member, log) in zip(members, logs) {
                let told = log.entries.map { String($0.prefix { $0 != " " }) }
                // Whether it runs is a matter of other rules.
                let expected = (member.hasStarted ? ["started"] : []) + ["finished"]
                try probe.expect(
                    told == expected,
                    "the observer of \(member.label) to be notified of: \(expected.inWords)",
                    observed: "it was notified of: \(told.inWords)")
            }
        }
    }

    static let observersInOrderRule = Rule(
        "12.24", "Observers are notified in the order of adding, of one event at a time.", level: .claimed,
        sources: [.own], needs: [.lifeCycle, .operationObservers], isolation: .ownProcess
    ) { try await observersInOrder($0, $1) }

    private static func observersInOrder<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let produces = scenario.claims(.producing)
            let produced = scenario.operation("P")
            let operation = try scenario.advanced("A") { operation in
                if produces { try subject.producing.produce(produced.operation, from: operation) }
            }
            let log = EventLog<String>()
            let names = ["first ", "second ", "third "]
            for name in names { _ = try scenario.observe(operation, log, as: name) }
            scenario.add(operation, to: queue)
            try await scenario.expectCompletion(of: [operation], "alone in its queue")
            try await probe.settle()
            let events = produces ? ["started", "produced", "finished"] : ["started", "finished"]
            let expected = events.flatMap { event in names.map { $0 + event } }
            try probe.expect(
                log.entries == expected, "observers to be notified in this order: \(expected.inWords)",
                observed: "they were notified of: \(log.entries.inWords)")
        }
    }

    static let lateObserverRule = Rule(
        "12.25", "An observer that is added late is notified only of what follows.", level: .claimed,
        sources: [.own], needs: [.lifeCycle, .operationObservers], isolation: .ownProcess
    ) { try await lateObserver($0, $1) }

    private static func lateObserver<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let operation = try scenario.advanced("A", isHeld: true)
            let early = try scenario.observe(operation)
            scenario.add(operation, to: queue)
            await scenario.started(operation)
            try await probe.settle()
            let late = try scenario.observe(operation, as: "late: ")
            operation.release()
            try await scenario.expectCompletion(of: [operation], "when it was released")
            try await probe.settle()
            let after = try scenario.observe(operation, as: "after the end: ")
            try await probe.settle()
            let told = early.entries + late.entries + after.entries
            let expected = ["started", "finished", "late: finished"]
            try probe.expect(
                told == expected,
                "the first observer to be notified of all, one that was added as A executed of the end, and one that was "
                    + "added after the end of nothing: \(expected.inWords)",
                observed: "they were notified of: \(told.inWords)")
        }
    }
}
