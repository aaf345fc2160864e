import Operations

/// The deadlock is proven, and it is contained.
extension CycleRules {
    static let deadlockRule = Rule(
        "4.1", "Operations in a dependency cycle do not start; that is the documented deadlock.",
        sources: [.articles, .documentation], needs: [.dependencies], isolation: .ownProcess
    ) { try await deadlock($0, $1) }

    private static func deadlock<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let members = scenario.cycle(["A", "B"]) + scenario.cycle(["C", "D", "E"])
            scenario.addTogether(members, to: queue)
            try await scenario.expectNoStart(of: members, "as long as they wait for one another")

            // Other operations that come and go must not shake one loose.
            scenario.add(scenario.operation("X"), to: queue)
            try await scenario.expectNoStart(of: members, "also after X, which waits for nothing, was added")
        }
    }

    static let containmentRule = Rule(
        "4.2",
        "A cycle holds up only its members, what depends on them, and what stands behind a barrier that waits "
            + "for them: everything else in the queue runs to its end.",
        sources: [.own], needs: [.dependencies], isolation: .ownProcess
    ) { try await containment($0, $1) }

    private static func containment<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        let limits: [Int?] =
            subject.claims(.concurrencyLimit) ? [1, 2, -1] : [nil]
        for limit in limits {
            try await RuleScenario.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { scenario in
                let queue = await scenario.queue(limit: limit)
                let before = (1...3).map { scenario.operation("before \($0)") }
                let cycle = scenario.cycle(["A", "B"])
                let dependent = scenario.operation("dependent of A")
                scenario.depend(dependent, on: cycle[0])
                let after = (1...3).map { scenario.operation("after \($0)") }
                scenario.depend(after[1], on: after[2])

                scenario.addTogether(before, to: queue)
                scenario.addTogether(cycle, to: queue)
                scenario.add(dependent, to: queue)
                scenario.addTogether(after, to: queue)
                try await scenario.expectRun(
                    of: before + after, "beside A and B, which wait for each other and for none of them")

                // What comes when the queue has been idle with its cycle.
                let late = scenario.operation("late")
                scenario.add(late, to: queue)
                try await scenario.expectRun(
                    of: [late], "beside A and B, which wait for each other and not for it")
            }
        }
    }

    static let onlyACycleRule = Rule(
        "4.3", "A queue that holds only a cycle becomes quiescent, with all its slots usable.",
        sources: [.own], needs: [.dependencies, .concurrencyLimit], isolation: .ownProcess
    ) { try await onlyACycle($0, $1) }

    private static func onlyACycle<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: 2)
            scenario.addTogether(scenario.cycle(["A", "B"]), to: queue)
            try await probe.settle(
                within: 2_000_000_000,
                orElse:
                    "a queue of limit 2 that holds only A and B, which wait for each other, to become quiescent"
            )
            let users = [scenario.held("C"), scenario.held("D")]
            scenario.addTogether(users, to: queue)
            try await scenario.expectStart(
                of: users,
                "at once, in the two slots of a queue that else holds A and B, which wait for each other")
        }
    }
}
