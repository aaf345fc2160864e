/// Operations that are all ready and share one exclusive category, so that each waits for the one before. The cost
/// must grow no faster than their number.
public struct ExclusiveScenario: SizedScenario {
    public static let name = "exclusive"
    public static let summary =
        "operations of one exclusive category, in several sizes: what exclusion costs"
    public static let scale: String? = "operations"

    public let limit: Int
    public let operations: Int

    public init(limit: Int, operations: Int) {
        self.limit = limit
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [ExclusiveScenario] {
        if profile.isQuick { return [] }
        return profile.sizes.map { ExclusiveScenario(limit: -1, operations: $0) }
    }

    public var hasMemory: Bool { false }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        AdvancedRun.skipReason(for: subject)
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        await AdvancedRun(limit: limit, operations: operations, parts: AdvancedParts(categories: 1))
            .run(subject, recorder)
    }
}
