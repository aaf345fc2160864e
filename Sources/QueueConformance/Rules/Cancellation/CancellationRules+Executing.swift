internal import ConcurrencyPrimitives
internal import Operations

/// Cancelling what executes or has finished: 2.1, 2.2 and 2.9.
extension CancellationRules {
    static let cancelWhileExecutingRule = Rule(
        "2.1", "`cancel()` on an executing operation only raises its flag; `main` goes on.",
        sources: [.documentation, .articles], testedCode: .operation, needs: [.lifeCycle, .cancellation],
        isolation: .ownProcess
    ) { try await cancelWhileExecuting($0, $1) }

    private static func cancelWhileExecuting<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            var executing = [scenario.held("A, in a queue,"), scenario.held("B, started by hand,")]
            if scenario.claims(.startOverrides) {
                executing.append(try scenario.overridden("C, whose start is replaced,"))
            }
            for (index, member) in executing.enumerated() {
                if index == 1 {
                    SystemThread.start { member.operation.start() }
                } else {
                    scenario.add(member, to: queue)
                }
                await scenario.started(member)
                let wasExecuting = member.operation.isExecuting
                scenario.cancel(member)
                try probe.expect(
                    member.operation.isCancelled, "\(member.label) is cancelled when cancel() returns",
                    observed: member.state)
                try await scenario.probe.settle()
                try probe.expect(
                    member.operation.isExecuting == wasExecuting && !member.operation.isFinished,
                    "\(member.label) goes on executing after cancel()",
                    observed: "\(member.state); before cancel() isExecuting was \(wasExecuting)")
                await scenario.release(member)
                try await scenario.expectCompletion(of: [member], "after cancel()")
            }
        }
    }

    static let cancelAfterFinishRule = Rule(
        "2.2", "`cancel()` after finish has no effect; isCancelled stays as it was.",
        sources: [.documentation], testedCode: .operation, needs: [.lifeCycle, .cancellation],
        isolation: .ownProcess
    ) { try await cancelAfterFinish($0, $1) }

    private static func cancelAfterFinish<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let plain = scenario.operation("A, run by a queue")
            let byHand = scenario.operation("B, started by hand")
            let cancelled = scenario.operation("C, cancelled before it was added")
            var finished = [plain, byHand, cancelled]
            let completions = RelaxedCounter()
            if scenario.claims(.completionBlocks) {
                for member in finished { member.operation.completionBlock = { completions.increment() } }
            }
            scenario.cancel(cancelled)
            scenario.add(plain, to: queue)
            scenario.addUnlessFinished([cancelled], to: queue)
            try await scenario.start(byHand)
            if scenario.claims(.startOverrides) {
                let overridden = try scenario.overridden("D, whose start is replaced", endsAtOnce: true)
                scenario.add(overridden, to: queue)
                finished.append(overridden)
            }
            try await scenario.probe.settle()
            let completed = completions.value
            for member in finished where member.operation.isFinished {
                let before = member.state
                scenario.cancel(member)
                try probe.expect(
                    member.state == before, "after cancel() as before it: \(before)", observed: member.state)
                try await scenario.probe.settle()
                try probe.expect(
                    member.state == before, "after cancel() as before it: \(before)",
                    observed: "\(member.state), as soon as nothing went on any more")
            }
            try probe.expect(
                completions.value == completed, "cancel() after finish runs no completion block",
                observed: "\(completions.value - completed) more ran")
            let last = scenario.operation("E, added last")
            scenario.add(last, to: queue)
            try await scenario.expectCompletion(of: [last], "when added after cancel() on what had finished")
        }
    }

    static let cancelItselfRule = Rule(
        "2.9", "Cancelling itself from inside `main` is safe, and is seen by `main` at once.",
        sources: [.tests], testedCode: .operation, needs: [.lifeCycle, .cancellation], isolation: .ownProcess
    ) { try await cancelItself($0, $1) }

    private static func cancelItself<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: scenario.claims(.concurrencyLimit) ? 1 : nil)
            for (label, isQueued) in [("A, in a queue,", true), ("B, started by hand,", false)] {
                let seen = RelaxedCounter()
                let reached = Latch("\(label) to go on after it cancelled itself")
                let member = scenario.operation(label) { operation in
                    operation.cancel()
                    if operation.isCancelled { seen.increment() }
                    reached.open()
                }
                if isQueued {
                    scenario.add(member, to: queue)
                } else {
                    SystemThread.start { member.operation.start() }
                }
                try await scenario.probe.expectWhenQuiescent(
                    "cancel() inside the body of \(label) returns",
                    observed: "the body has not gone on; \(member.state)", { reached.isOpen })
                try probe.expect(
                    seen.value == 1, "\(label) sees isCancelled as soon as it has cancelled itself",
                    observed: "isCancelled read false inside the body after cancel()")
                try await scenario.expectCompletion(of: [member], "after it cancelled itself")
            }
            let next = scenario.operation("C, added after A")
            scenario.add(next, to: queue)
            try await scenario.expectCompletion(of: [next], "after A, which cancelled itself")
        }
    }
}
