/// Operations that do nothing, with conditions, an exclusive category or an observer: the cost of each part,
/// compared with an operation without it.
///
/// With `advanced=0` they are the queue's plain operations, as in *empty*; with `advanced=1` and no part,
/// operations that could have parts. Operations of one category run one at a time in the order of adding, whatever
/// the limit.
public struct AdvancedScenario: Scenario {
    public static let name = "advanced"
    public static let summary =
        "operations with conditions, exclusive categories and observers: what each part costs"

    public let limit: Int
    public let operations: Int
    /// Nil for plain operations.
    public let parts: AdvancedParts?

    public init(limit: Int, operations: Int, parts: AdvancedParts?) {
        self.limit = limit
        self.operations = operations
        self.parts = parts
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [AdvancedScenario] {
        if profile.isQuick { return [] }
        let parts: [AdvancedParts?] = [
            nil, AdvancedParts(), AdvancedParts(conditions: 1), AdvancedParts(categories: 1),
            AdvancedParts(observers: 1),
        ]
        return Set([1, processors]).sorted().flatMap { limit in
            parts.map { AdvancedScenario(limit: limit, operations: profile.operations, parts: $0) }
        }
    }

    public init?(_ parameters: ScenarioParameters) {
        let names = ["advanced", "categories", "conditions", "limit", "observers", "operations"]
        guard let values = parameters.values(of: names), values[0] == 0 || values[0] == 1 else { return nil }
        let parts = AdvancedParts(conditions: values[2], categories: values[1], observers: values[4])
        if values[0] == 0, parts != AdvancedParts() { return nil }
        self.init(limit: values[3], operations: values[5], parts: values[0] == 1 ? parts : nil)
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters([
            "advanced": parts == nil ? 0 : 1, "categories": parts?.categories ?? 0,
            "conditions": parts?.conditions ?? 0, "limit": limit, "observers": parts?.observers ?? 0,
            "operations": operations,
        ])
    }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        AdvancedRun.skipReason(for: subject)
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        await AdvancedRun(limit: limit, operations: operations, parts: parts).run(subject, recorder)
    }
}
