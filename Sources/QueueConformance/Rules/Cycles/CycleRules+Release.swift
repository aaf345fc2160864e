import Operations

/// The cycle is released: by a cancel, or by taking back an edge.
extension CycleRules {
    static let cancellationRule = Rule(
        "4.4",
        "Cancelling one member of a cycle, all members queued, finishes all: it without `main`, the others "
            + "after theirs, in dependency order.",
        sources: [.tests], needs: [.dependencies, .cancellation, .lifeCycle], isolation: .ownProcess
    ) { try await cancellation($0, $1) }

    private static func cancellation<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        for first in 0..<3 {
            let names = ["A", "B", "C"]
            try await RuleScenario.run(subject, probe, part: "\(names[first]) cancelled") { scenario in
                let queue = await scenario.queue()
                let members = scenario.cycle(names)
                scenario.addTogether(members, to: queue)
                try await probe.settle()
                // The rule is about members that are queued; that they don't start is rule 4.1.
                if members.contains(where: \.hasStarted) {
                    throw Unobservable("members of a cycle started, which rule 4.1 forbids")
                }

                let cancelled = members[first]
                // Each waits for the next one, so what waits for the cancelled one stands before it.
                let second = members[(first + 2) % 3]
                let third = members[(first + 1) % 3]
                scenario.cancel(cancelled)
                let isSo = try await probe.holdsWhenQuiescent { members.allSatisfy(\.operation.isFinished) }
                let unfinished = members.filter { !$0.operation.isFinished }
                try probe.expect(
                    isSo, "\(members.labels()) to have finished after \(cancelled.label) was cancelled",
                    observed: "\(unfinished.labels()) had not finished when the process was quiescent")
                try probe.expect(
                    !cancelled.hasStarted, "\(cancelled.label) to finish without its main",
                    observed: "its main ran")
                try await scenario.expectRun(of: [second, third], "after \(cancelled.label) was cancelled")
                guard let end = second.trace.finishTime, let start = third.trace.startTime, end <= start
                else {
                    throw probe.violation(
                        "\(third.label) to start after \(second.label), for which it waits, had ended",
                        observed: "it started before that")
                }
            }
        }
    }

    static let removalRule = Rule(
        "4.5", "Removing one edge of the cycle releases it.",
        sources: [.own], needs: [.dependencies], isolation: .ownProcess
    ) { try await removal($0, $1) }

    private static func removal<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        let names = ["A", "B", "C"]
        for first in 0..<3 {
            let (name, next) = (names[first], names[(first + 1) % 3])
            try await RuleScenario.run(subject, probe, part: "edge \(name)→\(next)") { scenario in
                let queue = await scenario.queue()
                let members = scenario.cycle(names)
                scenario.addTogether(members, to: queue)
                try await probe.settle()
                scenario.removeDependency(members[(first + 1) % 3], from: members[first])
                try await scenario.expectRun(
                    of: members, "after \(name).removeDependency(\(next)) broke the cycle")
            }
        }
    }
}
