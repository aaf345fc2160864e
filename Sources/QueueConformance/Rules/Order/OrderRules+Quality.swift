internal import ConcurrencyPrimitives
import Operations

/// Quality of service beside priority: 5.7 to 5.10.
extension OrderRules {
    static let qualityReordersNothingRule = Rule(
        "5.7",
        "Quality of service never reorders operations of different queue priority within one queue (limit 1).",
        sources: [.own], needs: [.oneAtATime, .priorities, .qualityOfService],
        isolation: .ownProcess
    ) { try await qualityReordersNothing($0, $1) }

    private static func qualityReordersNothing<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        for ofQueue in [QualityOfService.default, .background, .userInteractive] {
            for isSetLate in [false, true] {
                let part = "\(ofQueue) on the queue\(isSetLate ? ", set on operations that wait" : "")"
                try await RuleScenario.run(subject, probe, part: part) { scenario in
                    let queue = await scenario.queue(limit: 1)
                    try await scenario.setQuality(ofQueue, of: queue)
                    let holder = try await scenario.takeOnlySlot(of: queue)
                    let log = EventLog<QueuePriority>()
                    // Each quality with each priority, the most important work of the lowest priority first.
                    var operations: [(member: RuleScenario<Subject>.Member, quality: QualityOfService)] = []
                    for priority in QueuePriority.all {
                        for quality in QualityOfService.all.reversed() {
                            let operation = scenario.operation("\(priority), \(quality)") { _ in
                                log.append(priority)
                            }
                            try scenario.setPriority(priority, of: operation)
                            operations.append((operation, quality))
                        }
                    }
                    func setQualities() throws {
                        for (member, quality) in operations { try scenario.setQuality(quality, of: member) }
                    }
                    if !isSetLate { try setQualities() }
                    for (member, _) in operations { scenario.add(member, to: queue) }
                    try await probe.settle()
                    if isSetLate { try setQualities() }
                    holder.release()
                    try await scenario.expectRun(of: operations.map(\.member), "each in its turn")
                    try expectDescending(log.entries, probe)
                }
            }
        }
    }

    static let ownQualityWinsRule = Rule(
        "5.8",
        """
        An operation's own quality of service wins over its queue's (seen as `Task.currentPriority` in async bodies).
        """, level: .optional, sources: [.documentation], needs: [.asyncBodies, .qualityOfService],
        isolation: .ownProcess
    ) { try await ownQualityWins($0, $1) }

    private static func ownQualityWins<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            /// The base priority that an async body sees.
            ///
            /// - Parameter former: The quality that the operation has before it gets its own.
            func seen(
                _ own: QualityOfService?, _ ofQueue: QualityOfService?, former: QualityOfService? = nil
            ) async throws -> TaskPriority {
                let queue = await scenario.queue()
                if let ofQueue { try await scenario.setQuality(ofQueue, of: queue) }
                let label = "one of \(own.map { "\($0)" } ?? "no") quality"
                let log = EventLog<TaskPriority?>()
                let member = try scenario.asyncOperation(label) { log.append(Task.basePriority) }
                if let former { try scenario.setQuality(former, of: member) }
                if let own { try scenario.setQuality(own, of: member) }
                scenario.add(member, to: queue)
                try await scenario.expectRun(of: [member], "alone in an idle queue")
                guard let priority = log.entries.first.flatMap({ $0 }) else {
                    throw Undecided("the body ran in no task")
                }
                return priority
            }
            let neither = try await seen(nil, nil)
            let ofQueue = try await seen(nil, .utility)
            let ofOperation = try await seen(.utility, nil)
            try probe.expect(
                ofQueue != neither || ofOperation != neither,
                "an async body to see the quality of service that was set on its operation or its queue",
                observed: "neither shows: with one, the other or none the body sees \(neither)")
            var cases: [(own: QualityOfService, queue: QualityOfService, expected: TaskPriority)] = [
                (.userInitiated, .utility, .userInitiated), (.background, .utility, .background),
                (.utility, .userInteractive, .utility), (.utility, .background, .utility),
            ]
            // Swift has no name for it, so other queues may have another.
            if subject.keepsDetails {
                cases.append((.userInteractive, .utility, TaskPriority(rawValue: 33)))
            }
            for (own, queue, expected) in cases {
                for former in [nil, .background, .userInteractive] as [QualityOfService?] {
                    let priority = try await seen(own, queue, former: former)
                    let change = former.map { ", which was \($0) before" } ?? ""
                    try probe.expect(
                        priority == expected,
                        "the body of an operation of quality \(own)\(change), in a queue of quality \(queue), to see "
                            + "the base priority \(expected)",
                        observed: "it saw \(priority)")
                }
            }
        }
    }

    static let priorityFromQualityRule = Rule(
        unspecified: "5.9", "Whether an unset priority is derived from quality of service.",
        needs: [.oneAtATime, .priorities, .qualityOfService], isolation: .ownProcess
    ) { try await priorityFromQuality($0, $1) }

    private static func priorityFromQuality<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws -> String {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: 1)
            let holder = try await scenario.takeOnlySlot(of: queue)
            let log = EventLog<QualityOfService>()
            let qualities: [QualityOfService] = [
                .utility, .background, .userInteractive, .default, .userInitiated,
            ]
            let operations = try qualities.map { quality in
                let operation = scenario.operation("\(quality)") { _ in log.append(quality) }
                try scenario.setQuality(quality, of: operation)
                return operation
            }
            scenario.add(operations, to: queue)
            let priorities = Set(operations.map(\.operation.queuePriority.rawValue))
            holder.release()
            try await scenario.expectRun(of: operations, "each in its turn")
            let order =
                log.entries == qualities
                ? "not derived: operations of every quality start in the order of adding"
                : "operations added as \(qualities) start in the order \(log.entries)"
            return priorities == [0]
                ? "\(order); queuePriority stays normal"
                : "\(order); queuePriority reads \(priorities.sorted())"
        }
    }

    static let placeAfterChangeRule = Rule(
        unspecified: "5.10", "Where, within its new level, an operation goes whose priority changed.",
        needs: [.oneAtATime, .priorities], isolation: .ownProcess
    ) { try await placeAfterChange($0, $1) }

    private static func placeAfterChange<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws -> String {
        let seen = try await placeAfterChange(subject, probe, isAsked: false)
        guard subject.claims(.enumeration) else { return seen }
        // Some queues take in what was added when they come to it, and look at its priority then only.
        let seenIfAsked = try await placeAfterChange(subject, probe, isAsked: true)
        return seen == seenIfAsked
            ? seen : "\(seen); \(seenIfAsked), if the queue was asked for its operations before"
    }

    private static func placeAfterChange<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe, isAsked: Bool
    ) async throws -> String {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: 1)
            let holder = try await scenario.takeOnlySlot(of: queue)
            let log = EventLog<String>()
            let operations = ["first", "changed", "second"].map { label in
                scenario.operation(label) { _ in log.append(label) }
            }
            try scenario.setPriority(.low, of: operations[1])
            scenario.add(operations, to: queue)
            if isAsked { _ = try await queue.enumerable.operationCount }
            try await probe.settle()
            try scenario.setPriority(.normal, of: operations[1])
            try await probe.settle()
            holder.release()
            try await scenario.expectRun(of: operations, "each in its turn")
            switch log.entries.firstIndex(of: "changed") {
            case 0: return "before those that were at that level"
            case 1: return "where it would be if it had had that priority when it was added"
            default: return "behind those that were at that level"
            }
        }
    }
}

extension RuleScenario {
    func setQuality(_ quality: QualityOfService, of queue: Queue) async throws {
        let weighed = try queue.weighed
        recorder.call("setQualityOfService(\(quality))") { weighed.setQualityOfService(quality) }
        _ = await weighed.standardQualityOfService
    }

    func setQuality(_ quality: QualityOfService, of member: Member) throws {
        try recorder.call("\(member.label).qualityOfService = \(quality)") {
            try subject.setQualityOfService(quality, of: member.operation)
        }
        guard let own = member.operation as? Operations.Operation else { return }
        let read = own.qualityOfService
        try probe.expect(
            read == quality, "the quality of service of \(member.label) to read \(quality) once that was set",
            observed: "it reads \(read)")
    }
}
