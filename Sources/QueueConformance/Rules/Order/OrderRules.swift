internal import ConcurrencyPrimitives
import Operations
internal import RandomNumbers

/// Family 5: which of the ready operations starts first.
enum OrderRules {
    static let all = [
        equalPriorityRule, highestFirstRule, unreadyAsideRule, changedPriorityRule, roundingRule,
        orderOfBecomingReadyRule, qualityReordersNothingRule, ownQualityWinsRule, priorityFromQualityRule,
        placeAfterChangeRule, samePriorityRule,
    ]

    static let equalPriorityRule = Rule(
        "5.1",
        "Operations of equal priority that were ready when added start in the order of adding (limit 1).",
        sources: [.documentation], needs: [.oneAtATime], isolation: .ownProcess
    ) { try await equalPriority($0, $1) }

    private static func equalPriority<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let levels = subject.claims(.priorities) ? QueuePriority.all : [.normal]
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: 1)
            let holder = try await scenario.takeOnlySlot(of: queue)
            let log = EventLog<Int>()
            var added: [[Int]] = levels.map { _ in [] }
            let operations = try (0..<levels.count * 8).map { number in
                let operation = scenario.operation("\(number)") { _ in log.append(number) }
                if levels.count > 1 { try scenario.setPriority(levels[number % levels.count], of: operation) }
                added[number % levels.count].append(number)
                return operation
            }
            // One by one, and as one call.
            scenario.add(Array(operations.prefix(operations.count / 2)), to: queue)
            scenario.addTogether(Array(operations.suffix(operations.count / 2)), to: queue)
            holder.release()
            try await scenario.expectRun(of: operations, "in the order of adding")

            for (level, added) in zip(levels, added) {
                let started = log.entries.filter { $0 % levels.count == added[0] }
                try probe.expect(
                    started == added,
                    "operations of priority \(level) to start in the order of adding: \(added)",
                    observed: "they started in the order \(started)")
            }
        }
    }

    static let highestFirstRule = Rule(
        "5.2", "Of the ready operations, one of the highest priority starts first (limit 1).",
        sources: [.documentation, .articles], needs: [.oneAtATime, .priorities],
        isolation: .ownProcess
    ) { try await highestFirst($0, $1) }

    private static func highestFirst<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: 1)
            let log = EventLog<QueuePriority>()
            func prioritized(_ label: String, _ priority: QueuePriority) throws
                -> RuleScenario<Subject>.Member
            {
                let operation = scenario.operation("\(label), \(priority)") { _ in log.append(priority) }
                try scenario.setPriority(priority, of: operation)
                return operation
            }
            let late = try QueuePriority.all.map { try prioritized("added late", $0) }
            // The first to run adds some of all priorities, which then are ready before the next one starts.
            let mayEnd = scenario.latch("the end of G")
            let recorder = probe.recorder("G")
            let holder = scenario.operation("G") { _ in
                mayEnd.waitBlocking()
                for added in late {
                    recorder.call("addOperation(\(added.label))") { queue.addOperation(added.operation) }
                }
            }
            scenario.add(holder, to: queue)
            try await scenario.expectStart(of: [holder], "alone in an idle queue")

            var generator = SplitMix64(seed: 5_2)
            let early = try (0..<6).flatMap { round in
                try QueuePriority.all.map { try prioritized("added early, \(round)", $0) }
            }
            .shuffled(using: &generator)
            scenario.add(early, to: queue)
            mayEnd.open()
            try await scenario.expectRun(of: early + late, "each in its turn")
            try expectDescending(log.entries, probe)
        }
        guard subject.claims(.dependencies) else { return }
        try await RuleScenario.run(subject, probe, part: "ready late") { scenario in
            let (queue, elsewhere) = (await scenario.queue(limit: 1), await scenario.queue())
            let log = EventLog<QueuePriority>()
            let (holder, dependency) = (scenario.held("G"), scenario.held("D"))
            scenario.add(holder, to: queue)
            scenario.add(dependency, to: elsewhere)
            // Added from the least important on; each becomes ready when D, in another queue, finishes.
            let operations = try QueuePriority.all.map { priority in
                let operation = scenario.operation("\(priority)") { _ in log.append(priority) }
                try scenario.setPriority(priority, of: operation)
                scenario.depend(operation, on: dependency)
                return operation
            }
            try await scenario.expectStart(of: [holder, dependency], "each alone in an idle queue")
            scenario.add(operations, to: queue)
            dependency.release()
            // All are ready before G gives its slot back.
            try await scenario.expectRun(of: [dependency], "in a queue of its own")
            holder.release()
            try await scenario.expectRun(of: operations, "each in its turn")
            try expectDescending(log.entries, probe)
        }
    }

    static func expectDescending(_ started: [QueuePriority], _ probe: Probe) throws {
        for (number, pair) in zip(started, started.dropFirst()).enumerated() {
            try probe.expect(
                pair.0.level >= pair.1.level,
                "the highest priorities to start first, of operations that all were ready",
                observed: "number \(number + 1) to start had priority \(pair.0), and the next one \(pair.1)")
        }
    }

    static let unreadyAsideRule = Rule(
        "5.3",
        "An operation that is not ready never holds up a ready one, whatever their priorities, no barrier "
            + "standing between.",
        sources: [.documentation], needs: [.dependencies], isolation: .ownProcess
    ) { try await unreadyAside($0, $1) }

    private static func unreadyAside<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let levels = subject.claims(.priorities) ? QueuePriority.all : [.normal]
        for limit in subject.claims(.concurrencyLimit) ? [1, -1] : [nil] as [Int?] {
            try await RuleScenario.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { scenario in
                let queue = await scenario.queue(limit: limit)
                // In no queue, and so never finished.
                let never = scenario.operation("never started")
                func operations(_ kind: String) throws -> [RuleScenario<Subject>.Member] {
                    try levels.map { level in
                        let operation = scenario.operation("\(kind) \(level)")
                        if levels.count > 1 { try scenario.setPriority(level, of: operation) }
                        return operation
                    }
                }
                let unready = try operations("unready")
                for operation in unready { scenario.depend(operation, on: never) }
                let ready = try operations("ready")
                scenario.add(unready + ready, to: queue)
                try await scenario.expectRun(
                    of: ready, "past operations of all priorities that are not ready")
                // What the dependents wait for comes at last.
                scenario.add(never, to: queue)
            }
        }
    }
}
