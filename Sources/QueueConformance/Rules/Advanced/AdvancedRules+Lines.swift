internal import ConcurrencyPrimitives
internal import Operations
internal import RandomNumbers

/// Who waits for a category, and for what besides: 12.11, 12.19 and 12.20.
extension AdvancedRules {
    static let noDeadlockRule = Rule(
        "12.11", "Exclusivity and dependencies together never deadlock unless the dependencies alone do.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .dependencies, .exclusivity],
        isolation: .ownProcess
    ) { try await noDeadlock($0, $1) }

    private static func noDeadlock<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe, part: "a later one of the category") { scenario in
            let queue = await scenario.queue()
            let (first, second) = (try scenario.advanced("A, which depends on B"), try scenario.advanced("B"))
            try scenario.addCategory("category", to: first, second)
            scenario.depend(first, on: second)
            scenario.add(first, to: queue)
            try await probe.settle()
            scenario.add(second, to: queue)
            try await scenario.expectCompletion(of: [first, second], "B first, both of one category")
        }
        try await RuleScenario.run(subject, probe, part: "random dependencies and categories") { scenario in
            try await expectRunOfRandomGraph(scenario)
        }
        try await RuleScenario.run(subject, probe, part: "a dependency added late") { scenario in
            guard scenario.claims(.oneAtATime) else { return }
            let queue = await scenario.queue(limit: 1)
            let holder = try await scenario.takeOnlySlot(of: queue)
            let (first, second) = (try scenario.advanced("A"), try scenario.advanced("B, added later"))
            try scenario.addCategory("category", to: first, second)
            scenario.add(first, to: queue)
            try await probe.settle()
            scenario.depend(first, on: second)
            scenario.add(second, to: queue)
            holder.release()
            try await scenario.expectCompletion(
                of: [first, second], "B first, on which A was made to depend when it could have started")
        }
        try await RuleScenario.run(subject, probe, part: "a barrier") { scenario in
            guard scenario.claims(.barriers) else { return }
            let (queue, elsewhere) = (await scenario.queue("queue 1"), await scenario.queue("queue 2"))
            let gate = scenario.held("G")
            let (before, behind) = (
                try scenario.advanced("A, before the barrier"), try scenario.advanced("B, behind the barrier")
            )
            try scenario.addCategory("category", to: before, behind)
            scenario.depend(before, on: gate)
            scenario.add(before, to: queue)
            try scenario.addBarrier("the barrier", to: queue).release()
            // Its dependencies end before those of A do.
            scenario.add(behind, to: queue)
            try await probe.settle()
            scenario.add(gate, to: elsewhere)
            gate.release()
            try await scenario.expectCompletion(
                of: [before, behind],
                "with a barrier between, both of one category, when G, on which A depends, has ended")
        }
    }

    /// Operations of two categories each, with dependencies in the order of a random numbering, in three queues.
    private static func expectRunOfRandomGraph<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        var generator = SplitMix64(seed: 12_11)
        let operations = try (0..<60).map { number in
            let operation = try scenario.advanced("\(number)")
            let first = Int.random(in: 0..<5, using: &generator)
            let second = (first + Int.random(in: 1..<5, using: &generator)) % 5
            try scenario.addCategory("category \(first)", to: operation)
            try scenario.addCategory("category \(second)", to: operation)
            return operation
        }
        let numbering = operations.indices.shuffled(using: &generator)
        for position in numbering.indices.dropFirst() where position % 2 == 0 {
            let dependency = numbering[Int.random(in: 0..<position, using: &generator)]
            scenario.depend(operations[numbering[position]], on: operations[dependency])
        }
        var queues: [Subject.Queue] = []
        for number in 1...3 { queues.append(await scenario.queue("queue \(number)")) }
        for (index, operation) in operations.enumerated() { scenario.add(operation, to: queues[index % 3]) }
        try await scenario.expectCompletion(of: operations, "as no cycle is among their dependencies")
    }

    static let cancelledInLineRule = Rule(
        "12.19",
        "An operation that is cancelled before it starts neither waits for its category nor keeps it from others; one "
            + "that executes keeps it to its end.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .cancellation, .exclusivity, .overlap],
        isolation: .ownProcess
    ) { try await cancelledInLine($0, $1) }

    private static func cancelledInLine<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let holder = try scenario.advanced("H, which executes", isHeld: true)
            let (waiting, before) = (
                try scenario.advanced("A, in line"), try scenario.advanced("B, not yet added")
            )
            let last = try scenario.advanced("C, behind them")
            try scenario.addCategory("category", to: holder, waiting, before, last)
            scenario.add(holder, to: queue)
            await scenario.started(holder)
            scenario.add(waiting, to: queue)
            scenario.cancel(before)
            scenario.addUnlessFinished([before], to: queue)
            scenario.add(last, to: queue)
            try await probe.settle()
            scenario.cancel(waiting)
            try await scenario.expectFinishWithoutRun(
                of: [waiting, before], "cancelled while H, of its category, executes")
            scenario.cancel(holder)
            try await scenario.expectNoStart(
                of: [last], "while H, which was cancelled as it executed, has not come to its end")
            holder.release()
            try await scenario.expectCompletion(of: [last], "when H has ended, and A and B were cancelled")
        }
        try await RuleScenario.run(subject, probe, part: "two categories") { scenario in
            let queue = await scenario.queue()
            let holder = try scenario.advanced("H, which executes", isHeld: true)
            let (waiting, last) = (try scenario.advanced("A"), try scenario.advanced("B, behind A"))
            try scenario.addCategory("H's category", to: holder, waiting)
            try scenario.addCategory("another category", to: waiting, last)
            scenario.add(holder, to: queue)
            await scenario.started(holder)
            scenario.add(waiting, to: queue)
            try await probe.settle()
            scenario.add(last, to: queue)
            try await probe.settle()
            scenario.cancel(waiting)
            try await scenario.expectCompletion(
                of: [last], "while H executes, and A, which waited for H before B, was cancelled")
            holder.release()
        }
    }

    static let lineBeforePriorityRule = Rule(
        "12.20", "Priority does not change the order in which operations of a category run.", level: .claimed,
        sources: [.own], needs: [.lifeCycle, .priorities, .exclusivity], isolation: .ownProcess
    ) { try await lineBeforePriority($0, $1) }

    private static func lineBeforePriority<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let hasLimit = subject.claims(.concurrencyLimit)
        for limit in hasLimit ? [1, -1] : [nil] as [Int?] {
            try await RuleScenario.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { scenario in
                let queue = await scenario.queue(limit: limit)
                let holder = try scenario.advanced("H", isHeld: true)
                let log = EventLog<QueuePriority>()
                let operations = try QueuePriority.all.map { priority in
                    let operation = try scenario.advanced("\(priority)") { _ in log.append(priority) }
                    try scenario.setPriority(priority, of: operation)
                    return operation
                }
                try scenario.addCategory("category", to: holder)
                scenario.add(holder, to: queue)
                await scenario.started(holder)
                for operation in operations {
                    try scenario.addCategory("category", to: operation)
                    scenario.add(operation, to: queue)
                }
                holder.release()
                try await scenario.expectCompletion(of: operations, "each in its turn")
                let expected = QueuePriority.all
                try probe.expect(
                    log.entries == expected,
                    "operations of one category to run in the order of becoming eligible, the lowest priority first",
                    observed: "they ran in the order \(log.entries)")
            }
        }
    }
}
