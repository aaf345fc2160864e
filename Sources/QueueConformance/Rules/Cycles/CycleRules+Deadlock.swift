import Operations

/// The deadlock is proven, and it is contained.
extension CycleRules {
    static func deadlock<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await Setup.run(subject, probe) { setup in
            let queue = await setup.queue()
            let members = setup.cycle(["A", "B"]) + setup.cycle(["C", "D", "E"])
            setup.add(members, to: queue)
            try await setup.expectNoStart(of: members, "as long as they wait for one another")

            // Other operations that come and go must not shake one loose.
            setup.add(setup.operation("X"), to: queue)
            try await setup.expectNoStart(of: members, "also after X, which waits for nothing, was added")
        }
    }

    static func containment<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let limits: [Int?] =
            subject.makeQueue().capabilities.contains(.concurrencyLimit) ? [1, 2, -1] : [nil]
        for limit in limits {
            try await Setup.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { setup in
                let queue = await setup.queue(limit: limit)
                let before = (1...3).map { setup.operation("before \($0)") }
                let cycle = setup.cycle(["A", "B"])
                let dependent = setup.operation("dependent of A")
                setup.depend(dependent, on: cycle[0])
                let after = (1...3).map { setup.operation("after \($0)") }
                setup.depend(after[1], on: after[2])

                setup.add(before, to: queue)
                setup.add(cycle, to: queue)
                setup.add(dependent, to: queue)
                setup.add(after, to: queue)
                try await setup.expectRun(
                    of: before + after, "beside A and B, which wait for each other and for none of them")

                // What comes when the queue has been idle with its cycle.
                let late = setup.operation("late")
                setup.add(late, to: queue)
                try await setup.expectRun(
                    of: [late], "beside A and B, which wait for each other and not for it")
            }
        }
    }

    static func rest<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await Setup.run(subject, probe) { setup in
            let queue = await setup.queue(limit: 2)
            setup.add(setup.cycle(["A", "B"]), to: queue)
            try await probe.settle(
                within: 2_000_000_000,
                orElse:
                    "a queue of limit 2 that holds only A and B, which wait for each other, to come to rest")
            let users = [setup.held("C"), setup.held("D")]
            setup.add(users, to: queue)
            try await setup.expectStart(
                of: users,
                "at once, in the two slots of a queue that else holds A and B, which wait for each other")
        }
    }
}
