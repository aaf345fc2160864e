internal import ConcurrencyPrimitives
import Operations

/// Priorities that change, and operations that become ready, while others wait: 5.4 and 5.6.
extension OrderRules {
    /// What keeps an operation from starting when its priority changes.
    private enum Obstacle: String, CaseIterable {
        case slot = "waiting for a slot"
        case suspended = "in a suspended queue"
        case unready = "waiting for a dependency"
    }

    /// What a quality of service is set on.
    private enum Quality: String, CaseIterable {
        case none = ""
        case queue = ", the queue having a quality of service"
        case operations = ", each having a quality of service"
    }

    static let changedPriorityRule = Rule(
        "5.4", "Priority changed while waiting is honoured (limit 1).", sources: [.tests],
        needs: [.oneAtATime, .priorities], isolation: .ownProcess
    ) { try await changedPriority($0, $1) }

    private static func changedPriority<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        let qualities = subject.claims(.qualityOfService) ? Quality.allCases : [.none]
        for quality in qualities {
            for obstacle in Obstacle.allCases {
                if obstacle == .suspended && !subject.claims(.suspension) { continue }
                if obstacle == .unready && !subject.claims(.dependencies) { continue }
                for isChangedBack in [false, true] {
                    let part =
                        obstacle.rawValue + quality.rawValue + (isChangedBack ? ", changed back again" : "")
                    try await RuleScenario.run(subject, probe, part: part) { scenario in
                        try await changePriorities(scenario, obstacle, quality, isChangedBack: isChangedBack)
                    }
                }
            }
        }
    }

    /// From each priority to each.
    private static let changes = QueuePriority.all.flatMap { first in
        QueuePriority.all.map { (first: first, second: $0) }
    }

    private static func changePriorities<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ obstacle: Obstacle, _ quality: Quality, isChangedBack: Bool
    ) async throws {
        let queue = await scenario.queue(limit: 1, suspended: obstacle == .suspended)
        if quality == .queue { try await scenario.setQuality(.utility, of: queue) }
        let holder = obstacle == .suspended ? nil : try await scenario.takeOnlySlot(of: queue)
        let dependency = scenario.operation("D")
        let log = EventLog<QueuePriority>()
        let operations = try changes.map { first, second in
            let last = isChangedBack ? first : second
            let operation = scenario.operation("\(first), then \(second)") { _ in log.append(last) }
            // Normal is what it has if none was ever set.
            if first != .normal { try scenario.setPriority(first, of: operation) }
            if quality == .operations { try scenario.setQuality(.utility, of: operation) }
            if obstacle == .unready { scenario.depend(operation, on: dependency) }
            return operation
        }
        scenario.add(operations, to: queue)
        // Now they wait.
        try await scenario.probe.settle()
        for (operation, change) in zip(operations, changes) {
            try scenario.setPriority(change.second, of: operation)
            if isChangedBack { try scenario.setPriority(change.first, of: operation) }
        }
        if obstacle == .unready {
            scenario.add(dependency, to: await scenario.queue())
            // All are ready before G gives its slot back.
            try await scenario.expectRun(of: [dependency], "in a queue of its own")
        }
        if obstacle == .suspended { await scenario.setSuspended(queue, false) }
        holder?.release()
        try await scenario.expectRun(of: operations, "each in its turn")
        try expectDescending(log.entries, scenario.probe)
    }

    static let orderOfBecomingReadyRule = Rule(
        "5.6", "Within one level the order is that of becoming ready (limit 1).", level: .optional,
        sources: [.own], needs: [.oneAtATime, .dependencies], isolation: .ownProcess
    ) { try await orderOfBecomingReady($0, $1) }

    private static func orderOfBecomingReady<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let levels: [QueuePriority] = subject.claims(.priorities) ? [.normal, .low] : [.normal]
        let order = [3, 0, 4, 1, 5, 2]
        try await RuleScenario.run(subject, probe) { scenario in
            let (queue, elsewhere) = (await scenario.queue(limit: 1), await scenario.queue())
            let holder = try await scenario.takeOnlySlot(of: queue)
            let logs = levels.map { _ in EventLog<Int>() }
            /// One a level, numbered.
            func operations(_ number: Int, on dependency: RuleScenario<Subject>.Member?) throws
                -> [RuleScenario<Subject>
                .Member]
            {
                try zip(levels, logs).map { level, log in
                    let operation = scenario.operation("\(number), \(level)") { _ in log.append(number) }
                    if levels.count > 1 { try scenario.setPriority(level, of: operation) }
                    if let dependency { scenario.depend(operation, on: dependency) }
                    return operation
                }
            }
            let dependencies = order.indices.map { scenario.operation("what \($0) waits for") }
            var all = try dependencies.enumerated().flatMap { try operations($0, on: $1) }
            scenario.add(all, to: queue)
            // What is ready when it is added comes after what has become ready, and before what has yet to.
            for (position, number) in order.enumerated() {
                if position == order.count / 2 {
                    let ready = try operations(order.count, on: nil)
                    scenario.add(ready, to: queue)
                    try await probe.settle()
                    all += ready
                }
                scenario.add(dependencies[number], to: elsewhere)
                // One after the other: what waits for it is ready when the process is quiescent.
                try await scenario.expectRun(of: [dependencies[number]], "in a queue of its own")
            }
            holder.release()
            try await scenario.expectRun(of: all, "each in its turn")
            let expected =
                Array(order.prefix(order.count / 2)) + [order.count] + order.suffix(order.count / 2)
            for (level, log) in zip(levels, logs) {
                try probe.expect(
                    log.entries == expected,
                    "operations of priority \(level) to start in the order of becoming ready: \(expected)",
                    observed: "they started in the order \(log.entries)")
            }
        }
    }

    static let samePriorityRule = Rule(
        "5.11",
        "Setting the priority that an operation has already doesn't move it among its peers (limit 1).",
        sources: [.own], needs: [.oneAtATime, .priorities], isolation: .ownProcess
    ) { try await samePriority($0, $1) }

    private static func samePriority<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        // The order of those that a dependency releases is another rule's, which is optional (5.6).
        for obstacle in [Obstacle.slot, .suspended] {
            if obstacle == .suspended && !subject.claims(.suspension) { continue }
            try await RuleScenario.run(subject, probe, part: obstacle.rawValue) { scenario in
                try await setSamePriorities(scenario, obstacle)
            }
        }
    }

    private static func setSamePriorities<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ obstacle: Obstacle
    ) async throws {
        let queue = await scenario.queue(limit: 1, suspended: obstacle == .suspended)
        let holder = obstacle == .suspended ? nil : try await scenario.takeOnlySlot(of: queue)
        let peers = 0..<4
        var logs: [(level: QueuePriority, log: EventLog<Int>)] = []
        var operations: [RuleScenario<Subject>.Member] = []
        for level in QueuePriority.all {
            let log = EventLog<Int>()
            logs.append((level, log))
            operations += try peers.map { number in
                let operation = scenario.operation("\(level) \(number)") { _ in log.append(number) }
                // Normal is what it has if none was ever set.
                if level != .normal { try scenario.setPriority(level, of: operation) }
                return operation
            }
        }
        scenario.add(operations, to: queue)
        // Now they wait.
        try await scenario.probe.settle()
        // A place at either end would show of the first and the third of each level.
        for (index, operation) in operations.enumerated() where index.isMultiple(of: 2) {
            let level = logs[index / peers.count].level
            try scenario.recorder.call("\(operation.label).queuePriority = \(level)") {
                try scenario.setPriority(level, of: operation)
            }
        }
        if obstacle == .suspended { await scenario.setSuspended(queue, false) }
        holder?.release()
        try await scenario.expectRun(of: operations, "each in its turn")
        for (level, log) in logs {
            try scenario.probe.expect(
                log.entries == Array(peers),
                "operations of priority \(level) to start in the order of adding, \(Array(peers)), though the "
                    + "priority of 0 and 2 was set to what it was",
                observed: "they started in the order \(log.entries)")
        }
    }
}
