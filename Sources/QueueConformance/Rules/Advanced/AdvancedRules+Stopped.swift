internal import Operations

/// What an operation in line has, and keeps from others: 12.27 and 12.28.
extension AdvancedRules {
    static let noSlotInLineRule = Rule(
        "12.27", "An operation that waits for others of its category takes no slot.", level: .claimed,
        sources: [.own], needs: [.lifeCycle, .concurrencyLimit, .exclusivity], isolation: .ownProcess
    ) { try await noSlotInLine($0, $1) }

    private static func noSlotInLine<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let (queue, elsewhere) = (
                await scenario.queue("queue 1", limit: 1), await scenario.queue("queue 2")
            )
            let holder = try scenario.advanced("H, in queue 2", isHeld: true)
            let waiting = try scenario.advanced("A, of H's category")
            try scenario.addCategory("category", to: holder, waiting)
            scenario.add(holder, to: elsewhere)
            await scenario.started(holder)
            let plain = scenario.operation("B, of none")
            scenario.add(waiting, plain, to: queue)
            try await scenario.expectRun(of: [plain], "in the only slot of its queue, while A waits for H")
            holder.release()
            try await scenario.expectCompletion(of: [waiting], "when H has ended")
        }
    }

    static let stoppedQueueRule = Rule(
        "12.28",
        "An operation that cannot start because its queue is suspended or has the limit 0 keeps its category from "
            + "nobody.",
        level: .claimed, sources: [.own],
        needs: [.lifeCycle, .suspension, .concurrencyLimit, .exclusivity],
        isolation: .ownProcess
    ) { try await stoppedQueue($0, $1) }

    private static func stoppedQueue<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe, part: "two categories") {
            try await givesUpTwoCategories($0)
        }
        for isSuspended in [true, false] {
            try await RuleScenario.run(
                subject, probe, part: "in line for one of two, \(isSuspended ? "suspended" : "limit 0")"
            ) { try await givesUpWhileInLine($0, isSuspended: isSuspended) }
        }
        if subject.claims(.cancellation) {
            try await RuleScenario.run(subject, probe, part: "what is cancelled") {
                try await endsCancelled($0)
            }
        }
        for isSuspended in [true, false] {
            let how = isSuspended ? "suspended" : "limit 0"
            try await RuleScenario.run(subject, probe, part: how) { scenario in
                let (stopped, other) = (await scenario.queue("queue 1"), await scenario.queue("queue 2"))
                let holder = try scenario.advanced("H", isHeld: true)
                let early = try scenario.advanced("A, in line before its queue is stopped")
                let late = try ["B", "C"].map { try scenario.advanced("\($0), added to the stopped queue") }
                let last = try scenario.advanced("D, in queue 2")
                try scenario.addCategory("category", to: holder, early, late[0], late[1], last)
                scenario.add(holder, to: other)
                await scenario.started(holder)
                scenario.add(early, to: stopped)
                try await probe.settle()
                await setStopped(stopped, true, bySuspending: isSuspended, scenario)
                scenario.add(late, to: stopped)
                scenario.add(last, to: other)
                holder.release()
                try await scenario.expectCompletion(
                    of: [last],
                    "though A, B and C, of its category, came before it to a queue that is stopped")
                try await scenario.expectNoStart(of: late, "while their queue is stopped")
                await setStopped(stopped, false, bySuspending: isSuspended, scenario)
                try await scenario.expectCompletion(of: [early] + late, "when their queue goes on")
            }
        }
    }

    private static func setStopped<Subject: ConformanceSubject>(
        _ queue: Subject.Queue, _ isStopped: Bool, bySuspending isSuspended: Bool,
        _ scenario: RuleScenario<Subject>
    ) async {
        if isSuspended {
            await scenario.setSuspended(queue, isStopped)
        } else {
            await scenario.setLimit(of: queue, to: isStopped ? 0 : 1)
        }
    }

    /// It had its turn, and waited for the slot, when it was cancelled.
    private static func endsCancelled<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let queue = await scenario.queue("queue 5", limit: 1)
        let holder = scenario.held("J, in the only slot of queue 5")
        let cancelled = try scenario.advanced("K, which is cancelled")
        let next = try scenario.advanced("L, of its category")
        try scenario.addCategory("category", to: cancelled, next)
        scenario.add(holder, to: queue)
        await scenario.started(holder)
        scenario.add([cancelled, next], to: queue)
        try await scenario.probe.settle()
        scenario.cancel(cancelled)
        await scenario.setSuspended(queue, true)
        await scenario.setSuspended(queue, false)
        holder.release()
        try await scenario.expectFinishWithoutRun(of: [cancelled], "when its queue goes on")
        try await scenario.expectCompletion(of: [next], "when K has finished")
    }

    /// It is the first of one of its categories, and waits for the other, when its queue is stopped.
    private static func givesUpWhileInLine<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, isSuspended: Bool
    ) async throws {
        let (stopped, other) = (await scenario.queue("queue 6"), await scenario.queue("queue 7"))
        let holder = try scenario.advanced("M, in queue 7, of category 4", isHeld: true)
        let waiting = try scenario.advanced("N, in queue 6, of the categories 3 and 4")
        let next = try scenario.advanced("O, in queue 7, of category 3")
        try scenario.addCategory("category 3", to: waiting, next)
        try scenario.addCategory("category 4", to: holder, waiting)
        scenario.add(holder, to: other)
        await scenario.started(holder)
        scenario.add(waiting, to: stopped)
        try await scenario.probe.settle()
        scenario.add(next, to: other)
        await setStopped(stopped, true, bySuspending: isSuspended, scenario)
        try await scenario.expectCompletion(
            of: [next], "though N, of its category, came before it to a queue that is stopped, and M executes"
        )
        await setStopped(stopped, false, bySuspending: isSuspended, scenario)
        holder.release()
        try await scenario.expectCompletion(of: [waiting], "when its queue goes on, and M has ended")
    }

    /// It stands before two others, each of one of its categories, when its queue is stopped.
    private static func givesUpTwoCategories<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let (stopped, other) = (await scenario.queue("queue 3", limit: 1), await scenario.queue("queue 4"))
        let holder = scenario.held("G, in the only slot of queue 3")
        let first = try scenario.advanced("E, in queue 3, of two categories")
        let behind = try ["F, of one of them", "I, of the other"].map { try scenario.advanced($0) }
        try scenario.addCategory("category 1", to: first, behind[0])
        try scenario.addCategory("category 2", to: first, behind[1])
        scenario.add(holder, to: stopped)
        await scenario.started(holder)
        scenario.add(first, to: stopped)
        try await scenario.probe.settle()
        scenario.add(behind, to: other)
        try await scenario.probe.settle()
        await scenario.setSuspended(stopped, true)
        try await scenario.expectCompletion(
            of: behind, "though E, of their categories, came before them to a queue that is suspended")
        await scenario.setSuspended(stopped, false)
        holder.release()
        try await scenario.expectCompletion(of: [first], "when its queue goes on")
    }
}
