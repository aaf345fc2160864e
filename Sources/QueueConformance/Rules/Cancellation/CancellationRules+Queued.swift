internal import ConcurrencyPrimitives
internal import Operations

/// Cancelling what has not started: 2.3, 2.4 and 2.6.
extension CancellationRules {
    static let cancelBeforeStartRule = Rule(
        "2.3", "A queued operation cancelled before it starts finishes without running `main`.",
        sources: [.documentation, .articles], testedCode: .operation, needs: [.lifeCycle, .cancellation],
        isolation: .ownProcess
    ) { try await cancelBeforeStart($0, $1) }

    private static func cancelBeforeStart<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            var cancelled: [RuleScenario<Subject>.Member] = []

            let queue = await scenario.queue("queue 1")
            let early = scenario.operation("A, cancelled before it was added")
            scenario.cancel(early)
            scenario.addUnlessFinished([early], to: queue)
            cancelled.append(early)

            if scenario.claims(.suspension) {
                let suspended = await scenario.queue("queue 2", suspended: true)
                let waiting = (1...3).map { scenario.operation("B\($0), cancelled in a suspended queue") }
                scenario.add(waiting, to: suspended)
                scenario.cancel(waiting)
                await scenario.setSuspended(suspended, false)
                cancelled += waiting
            }
            if scenario.claims(.concurrencyLimit) {
                let serial = await scenario.queue("queue 3", limit: 1)
                let blocker = scenario.held("the operation in the only slot")
                let waiting = (1...3).map {
                    scenario.operation("C\($0), cancelled while it waited for a slot")
                }
                scenario.add([blocker] + waiting, to: serial)
                await scenario.started(blocker)
                scenario.cancel(waiting)
                blocker.release()
                cancelled += waiting
            }
            if scenario.claims(.dependencies) {
                let dependency = scenario.held("the dependency")
                let waiting = scenario.operation("D, cancelled while it waited for a dependency")
                scenario.depend(waiting, on: dependency)
                scenario.add(waiting, dependency, to: queue)
                await scenario.started(dependency)
                try await scenario.probe.settle()
                // Whether it waits, and still does when it is cancelled, are matters of rules 3.1 and 2.5.
                if !waiting.hasStarted { cancelled.append(waiting) }
                scenario.cancel(waiting)
                dependency.release()
            }

            try await scenario.expectFinish(of: cancelled, "though cancelled before they started")
            for member in cancelled where member.hasStarted {
                throw probe.violation("\(member.label), never runs its body", observed: member.state)
            }
        }
    }

    static let statesAtEndRule = Rule(
        "2.4", "A cancelled operation ends with isCancelled and isFinished true and isExecuting false.",
        sources: [.articles], testedCode: .operation, needs: [.lifeCycle, .cancellation],
        isolation: .ownProcess
    ) { try await statesAtEnd($0, $1) }

    private static func statesAtEnd<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let early = scenario.operation("A, cancelled before it was added")
            scenario.cancel(early)
            scenario.addUnlessFinished([early], to: queue)
            let byHand = scenario.operation("B, cancelled and started by hand")
            scenario.cancel(byHand)
            try await scenario.start(byHand)
            let executing = scenario.held("C, cancelled while it executed")
            scenario.add(executing, to: queue)
            await scenario.started(executing)
            scenario.cancel(executing)
            executing.release()
            let itself = scenario.operation("D, cancelled by itself") { $0.cancel() }
            scenario.add(itself, to: queue)
            var cancelled = [early, byHand, executing, itself]
            if scenario.claims(.suspension) {
                let suspended = await scenario.queue("queue 2", suspended: true)
                let waiting = scenario.operation("E, cancelled in a suspended queue")
                scenario.add(waiting, to: suspended)
                scenario.cancel(waiting)
                await scenario.setSuspended(suspended, false)
                cancelled.append(waiting)
                if scenario.claims(.cancelAll) {
                    let all = scenario.operation("F, cancelled by cancelAllOperations")
                    await scenario.setSuspended(suspended, true)
                    scenario.add(all, to: suspended)
                    await scenario.cancelAll(suspended)
                    await scenario.setSuspended(suspended, false)
                    cancelled.append(all)
                }
            }
            if scenario.claims(.startOverrides) {
                let overridden = try scenario.overridden(
                    "G, whose start is replaced, cancelled while it executed")
                scenario.add(overridden, to: queue)
                await scenario.started(overridden)
                // Its start has returned when the process is quiescent, and executing is what it is from then on.
                try await scenario.probe.settle()
                scenario.cancel(overridden)
                await scenario.release(overridden)
                cancelled.append(overridden)
            }
            func isWrong(_ operation: Subject.Queue.Operation) -> Bool {
                !operation.isCancelled || !operation.isFinished || operation.isExecuting
            }
            try await scenario.probe.expectWhenQuiescent(
                "all \(cancelled.count) cancelled operations end cancelled, finished and not executing",
                observed: cancelled.filter { isWrong($0.operation) }.map(\.state).joined(separator: "; "),
                { !cancelled.contains { isWrong($0.operation) } })
        }
    }

    static let cancelOutsideQueueRule = Rule(
        "2.6", "Cancelling an operation that is in no queue does not finish it; starting it then does.",
        sources: [.tests], testedCode: .operation, needs: [.lifeCycle, .cancellation], isolation: .ownProcess
    ) { try await cancelOutsideQueue($0, $1) }

    private static func cancelOutsideQueue<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let a = scenario.operation("A")
            let b = scenario.operation("B")
            scenario.cancel(a, b)
            try await scenario.probe.settle()
            for member in [a, b] {
                try probe.expect(
                    !member.operation.isFinished, "\(member.label), in no queue, is not finished by cancel()",
                    observed: member.state)
            }
            try await scenario.start(a)
            try probe.expect(
                a.operation.isFinished, "A, cancelled, is finished when A.start() returns", observed: a.state)
            let queue = await scenario.queue()
            scenario.addUnlessFinished([b], to: queue)
            try await scenario.expectFinish(of: [b], "in the queue, cancelled before it was added")
        }
    }
}
