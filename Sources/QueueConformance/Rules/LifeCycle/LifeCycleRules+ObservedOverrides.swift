internal import ConcurrencyPrimitives
import Operations

/// What observers are notified of where subclasses answer, and where several threads change an operation: 1.22.
extension LifeCycleRules {
    /// Operations whose class answers and announces itself.
    static func observeOverrides<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let run: [PropertyChange] = [
            .flag(.isExecuting, true), .flag(.isExecuting, false), .flag(.isFinished, true),
        ]
        let operation = try scenario.subject.makeStartOverride { _, control in
            control.announceExecuting()
            control.announceFinished()
        }
        let notified = try NotifiedChanges("one whose start is replaced", operation, of: scenario.subject)
        queue.addOperation(operation)
        try await expectNotified([notified], run, scenario)

        if scenario.claims(.dependencies), scenario.subject.keepsDetails {
            let late = try scenario.overridden("one whose start is replaced, given a dependency too late")
            let notifiedLate = try NotifiedChanges(late.label, late.operation, of: scenario.subject)
            scenario.add(late, to: queue)
            try await scenario.expectStart(of: [late], "in an idle queue")
            scenario.depend(late, on: scenario.operation("one that is never started"))
            await scenario.release(late)
            try await expectNotified([notifiedLate], run + [.dependencies(from: 0, to: 1)], scenario)
        }

        guard scenario.claims(.readinessOverrides) else { return }
        // Observed before the queue has asked it, and after that.
        let (early, openEarly) = try scenario.heldByReadiness(
            "one that its isReady holds back, observed at first")
        let notifiedEarly = try NotifiedChanges(early.label, early.operation, of: scenario.subject)
        let (late, openLate) = try scenario.heldByReadiness("one that its isReady holds back, observed late")
        scenario.add(early, late, to: queue)
        try await scenario.probe.settle()
        let notifiedLate = try NotifiedChanges(late.label, late.operation, of: scenario.subject)
        try await expectNotified([notifiedEarly, notifiedLate], [], scenario)
        for open in [openEarly, openLate] { open() }
        try await expectNotified([notifiedEarly, notifiedLate], [.flag(.isReady, true)] + run, scenario)
    }

    /// Operations that several threads change while they run.
    static func observeRace<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let rounds = 60
        let gated = scenario.claims(.readinessOverrides)
        // A body ends when the last of the changes has been made.
        let made: [(member: RuleScenario<Subject>.Member, open: @Sendable () -> Void)] = try (0..<rounds).map
        {
            let label = "racing \($0 + 1)"
            return gated && $0 % 2 == 1 ? try scenario.heldByReadiness(label) : (scenario.held(label), {})
        }
        let operations = made.map(\.member.operation)
        let notified = try made.map {
            try NotifiedChanges($0.member.label, $0.member.operation, of: scenario.subject)
        }
        let never = scenario.operation("never started").operation
        let (canDepend, canCancel) = (scenario.claims(.dependencies), scenario.claims(.cancellation))
        let priorities = scenario.claims(.priorities) ? QueuePriority.all : []
        let parties: [@Sendable (Int) -> Void] = [
            { queue.addOperation(operations[$0]) },
            { round in
                for priority in priorities {
                    if let value = Subject.Queue.Operation.QueuePriority(rawValue: priority.rawValue) {
                        operations[round].queuePriority = value
                    }
                }
            },
            { round in
                if canDepend {
                    operations[round].addDependency(never)
                    operations[round].removeDependency(never)
                }
                if canCancel, round % 3 == 0 { operations[round].cancel() }
                made[round].open()
                made[round].member.release()
            },
        ]
        Rendezvous.start(parties, rounds: rounds)
        guard try await scenario.probe.holdsWhenQuiescent({ operations.allSatisfy(\.isFinished) }) else {
            throw Undecided("not all operations have finished, which is a matter of other rules")
        }
        try expectConsistency(notified, scenario)
    }
}
