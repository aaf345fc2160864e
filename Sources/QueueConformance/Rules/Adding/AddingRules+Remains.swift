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
    struct Work<Subject: ConformanceSubject>: Sendable {
        typealias Body = @Sendable (RuleScenario<Subject>, Remains) async throws -> Bool

        let name: String
        let needs: [QueueCapability]
        /// Whether it judges more than the rule's sentence says: where not everybody has let go.
        let isDetail: Bool
        let body: Body

        init(
            _ name: String, needs: [QueueCapability] = [],
            _ body: @escaping @Sendable (RuleScenario<Subject>) async throws -> Bool
        ) {
            (self.name, self.needs, isDetail) = (name, needs, false)
            self.body = { scenario, _ in try await body(scenario) }
        }

        /// - Parameter body: Does the work, and has the check keep what lets go of nothing.
        init(_ name: String, needs: [QueueCapability] = [], keeping body: @escaping Body) {
            (self.name, self.needs, isDetail, self.body) = (name, needs, true, body)
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
        let claimed = works.filter {
            $0.needs.allSatisfy(claims.contains) && (subject.keepsDetails || !$0.isDetail)
        }
        var judged = 0
        for work in claimed {
            let remains = Remains()
            let hasEnded = try await RuleScenario.run(subject, probe, part: work.name, leaving: remains) {
                scenario in
                try await work.body(scenario, remains)
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
    static func haveEnded<Operation: OperationProtocol>(
        _ members: [ScenarioOperation<Operation>], _ probe: Probe
    ) async throws -> Bool {
        try await probe.holdsWhenQuiescent {
            members.allSatisfy { $0.tellsState ? $0.operation.isFinished : $0.ranOnce }
        }
    }

    /// Adds two operations that are held, and cancels the second while both execute.
    static func endWithOneCancelled<Subject: ConformanceSubject>(
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
}
