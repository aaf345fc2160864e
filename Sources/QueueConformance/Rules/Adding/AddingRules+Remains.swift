internal import ConcurrencyPrimitives
import Operations

/// What is left of a queue, its operations and what they made: 8.11.
extension AddingRules {
    static let nothingRemainsRule = Rule(
        "8.11",
        "Once their work has ended and everybody has let go of them, neither a queue nor its operations are alive.",
        sources: [.own], isolation: .ownProcess, cases: Kind.allCases.map(\.rawValue)
    ) { try await nothingRemains($0, $1) }

    /// Kinds of work, each in a process of its own.
    private enum Kind: String, CaseIterable {
        case plain = "what ran"
        case interrupted = "what was cancelled or announces its end"
        case extended = "what has a barrier, a condition or a group"
    }

    /// Some work on queues, and what it asks of them. Whether all of it has ended, and nothing else, is returned: why it hasn't
    /// is another rule's subject.
    private struct Work<Subject: ConformanceSubject>: Sendable {
        typealias Body = @Sendable (RuleScenario<Subject>) async throws -> Bool

        let name: String
        let needs: [QueueCapability]
        let body: Body

        init(_ name: String, needs: [QueueCapability] = [], _ body: @escaping Body) {
            (self.name, self.needs, self.body) = (name, needs, body)
        }
    }

    private static func nothingRemains<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let claims = subject.claims
        let kind: Kind = probe.caseValue()
        let works: [Work<Subject>] =
            switch kind {
            case .plain: plain()
            case .interrupted: interrupted()
            case .extended: extended()
            }
        let claimed = works.filter { $0.needs.allSatisfy(claims.contains) }
        var judged = 0
        for work in claimed {
            let remains = Remains()
            let hasEnded = try await RuleScenario.run(subject, probe, part: work.name, leaving: remains) {
                scenario in
                try await work.body(scenario)
            }
            if !hasEnded { continue }
            judged += 1
            _ = try await probe.holdsWhenQuiescent { remains.alive.isEmpty }
            let alive = remains.alive
            try probe.expect(
                alive.isEmpty,
                "(\(work.name)) none of \(remains.count) queues and operations to live when all is over",
                observed: "\(alive.joined(separator: ", ")) still lived when the process was quiescent")
        }
        if judged == 0 {
            throw claimed.isEmpty
                ? Unobservable("it claims nothing of \(kind.rawValue)")
                : Undecided("in none of the scenarios did all operations end")
        }
    }

    /// Returns once nothing in the process can go on, whether these have ended.
    private static func haveEnded<Operation: OperationProtocol>(
        _ members: [ScenarioOperation<Operation>], _ probe: Probe
    ) async throws -> Bool {
        try await probe.holdsWhenQuiescent {
            members.allSatisfy { $0.tellsState ? $0.operation.isFinished : $0.ranOnce }
        }
    }

    /// Adds two operations that are held, and cancels the second while both execute.
    private static func endWithOneCancelled<Subject: ConformanceSubject>(
        _ first: RuleScenario<Subject>.Member, _ second: RuleScenario<Subject>.Member,
        in queue: Subject.Queue,
        _ scenario: RuleScenario<Subject>
    ) async throws -> Bool {
        scenario.add(first, second, to: queue)
        try await scenario.probe.settle()
        scenario.cancel(second)
        first.release()
        second.release()
        return try await haveEnded([first, second], scenario.probe)
    }

    private static func plain<Subject: ConformanceSubject>() -> [Work<Subject>] {
        [
            Work("what ran") { scenario in
                let queue = await scenario.queue()
                let members = ["A", "B", "C"].map { scenario.operation($0) }
                scenario.add(members, to: queue)
                return try await haveEnded(members, scenario.probe)
            },
            Work("what was waited for", needs: [.lifeCycle]) { scenario in
                let (queue, returned) = (await scenario.queue(), RelaxedCounter())
                let members = ["A", "B"].map { scenario.held($0) }
                scenario.add(members, to: queue)
                let waited = (members + members).map(\.operation)
                for operation in waited {
                    startTask {
                        await operation.waitUntilFinished()
                        returned.increment()
                    }
                }
                startTask {
                    await queue.waitUntilAllOperationsAreFinished()
                    returned.increment()
                }
                try await scenario.probe.settle()
                for member in members { member.release() }
                return try await haveEnded(members, scenario.probe) && returned.value == waited.count + 1
            },
            Work("dependencies, one removed, and one never added", needs: [.dependencies]) { scenario in
                let queue = await scenario.queue()
                let (a, b, c) = (scenario.held("A"), scenario.operation("B"), scenario.operation("C"))
                let (d, never) = (scenario.operation("D"), scenario.operation("E, never added"))
                scenario.depend(b, on: a)
                scenario.depend(c, on: a, b)
                scenario.depend(d, on: a, never)
                scenario.depend(never, on: a, b)
                scenario.removeDependency(never, from: d)
                scenario.add(a, b, c, d, to: queue)
                try await scenario.probe.settle()
                a.release()
                return try await haveEnded([a, b, c, d], scenario.probe)
            },
            Work("a dependency in another queue", needs: [.dependencies]) { scenario in
                let (first, second) = (await scenario.queue("queue 1"), await scenario.queue("queue 2"))
                let (a, b) = (scenario.held("A"), scenario.operation("B"))
                scenario.depend(b, on: a)
                scenario.add(b, to: second)
                scenario.add(a, to: first)
                a.release()
                return try await haveEnded([a, b], scenario.probe)
            },
        ]
    }

    private static func interrupted<Subject: ConformanceSubject>() -> [Work<Subject>] {
        [
            Work("a cancel of what waits for a slot", needs: [.cancellation, .concurrencyLimit, .lifeCycle]) {
                scenario in
                let queue = await scenario.queue(limit: 1)
                let members = [scenario.held("A"), scenario.operation("B"), scenario.operation("C")]
                scenario.add(members, to: queue)
                try await scenario.probe.settle()
                scenario.cancel(members)
                members[0].release()
                return try await haveEnded(members, scenario.probe)
            },
            Work(
                "a cancel of what waits for a dependency", needs: [.cancellation, .dependencies, .lifeCycle]
            ) {
                scenario in
                let queue = await scenario.queue()
                let (a, never) = (scenario.operation("A"), scenario.operation("B, never added"))
                scenario.depend(a, on: never)
                scenario.add(a, to: queue)
                try await scenario.probe.settle()
                scenario.cancel(a)
                return try await haveEnded([a], scenario.probe)
            },
            Work("a cancel of all in a suspended queue", needs: [.cancelAll, .suspension, .lifeCycle]) {
                scenario in
                let queue = await scenario.queue(suspended: true)
                let members = ["A", "B", "C"].map { scenario.operation($0) }
                scenario.add(members, to: queue)
                await scenario.cancelAll(queue)
                await scenario.setSuspended(queue, false)
                return try await haveEnded(members, scenario.probe)
            },
            Work("an overridden start", needs: [.startOverrides, .cancellation, .lifeCycle]) { scenario in
                let queue = await scenario.queue()
                let (a, b) = (try scenario.overridden("A"), try scenario.overridden("B"))
                return try await endWithOneCancelled(a, b, in: queue, scenario)
                    && [a, b].allSatisfy { $0.announced?.isOpen ?? false }
            },
            Work("a start that announces its end before it returns", needs: [.startOverrides, .lifeCycle]) {
                scenario in
                let queue = await scenario.queue()
                let members = try ["A", "B"].map { try scenario.overridden($0, endsAtOnce: true) }
                scenario.add(members, to: queue)
                return try await haveEnded(members, scenario.probe)
            },
            Work("an async body that is cancelled", needs: [.asyncBodies, .cancellation, .lifeCycle]) {
                scenario in
                let queue = await scenario.queue()
                let (a, b) = (try scenario.heldAsync("A"), try scenario.heldAsync("B"))
                return try await endWithOneCancelled(a, b, in: queue, scenario)
            },
        ]
    }

    private static func extended<Subject: ConformanceSubject>() -> [Work<Subject>] {
        [
            Work("a completion block that keeps its queue", needs: [.completionBlocks]) { scenario in
                let queue = await scenario.queue()
                let (a, completed) = (scenario.operation("A"), Latch("A's completion block"))
                a.operation.completionBlock = { withExtendedLifetime(queue) { completed.open() } }
                scenario.add(a, to: queue)
                return try await haveEnded([a], scenario.probe) && completed.isOpen
            },
            Work("a barrier", needs: [.barriers]) { scenario in
                let queue = await scenario.queue()
                let (a, b) = (scenario.held("A"), scenario.operation("B"))
                scenario.add(a, to: queue)
                let barrier = try scenario.addBarrier("barrier", to: queue)
                scenario.add(b, to: queue)
                a.release()
                barrier.latch.open()
                return try await haveEnded([a, b], scenario.probe) && barrier.ranOnce
            },
            Work("an isReady of its own", needs: [.readinessOverrides, .lifeCycle]) { scenario in
                let queue = await scenario.queue()
                let (a, open) = try scenario.heldByReadiness("A")
                scenario.add(a, to: queue)
                try await scenario.probe.settle()
                open()
                return try await haveEnded([a], scenario.probe)
            },
            Work(
                "a category and a condition that fails",
                needs: [.exclusivity, .conditions, .failures, .lifeCycle]
            ) {
                scenario in
                let queue = await scenario.queue()
                let (a, b) = (try scenario.advanced("A", isHeld: true), try scenario.advanced("B"))
                let c = try scenario.advanced("C")
                try scenario.addCategory("category", to: a, b, c)
                try scenario.addCondition(to: b) { throw ThrownByBody(number: 1) }
                scenario.add(a, b, c, to: queue)
                a.release()
                return try await haveEnded([a, b, c], scenario.probe)
            },
            Work("a group that is cancelled", needs: [.groups, .cancellation, .lifeCycle]) { scenario in
                let queue = await scenario.queue()
                let (a, b) = (scenario.held("A"), scenario.operation("B"))
                scenario.depend(b, on: a)
                let group = try scenario.group("group", of: [a, b])
                scenario.add(group, to: queue)
                try await scenario.probe.settle()
                scenario.cancel(group)
                a.release()
                return try await haveEnded([a, b, group], scenario.probe)
            },
        ]
    }
}
