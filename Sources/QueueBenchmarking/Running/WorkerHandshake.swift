/// The first line that a measuring process writes: what it can do.
public struct WorkerHandshake: Hashable, Codable, Sendable {
    /// The version of the protocol. A process can use only workers of its own version.
    public static let currentVersion = 2

    public let version: Int
    /// The queues that it can measure.
    public let subjects: [SubjectID]
    /// Whether it was built without optimization, so that its times mean nothing.
    public let isDebugBuild: Bool
    /// The queues that it can judge by the rules, each with the capabilities that it lacks, and why; empty if it
    /// doesn't judge.
    public let judged: [String: [String: String]]
    /// Those of ``judged`` that run another project's operations; nil if the worker was built before it could say so.
    public let borrowing: [String]?
    /// The queues that are judged by default; nil for all.
    public let judgedDefaults: [String]?
    /// Those of ``judged`` that it can explore (`explore-shard`); nil if it can't.
    public let explored: [String]?
    /// The version of the rules that it judges by; nil if it doesn't judge, or was built before they had one.
    public let rulesVersion: String?
    /// The queues that are compared by default; nil for all.
    public let defaults: [String]?
    /// Whether it makes traced runs (``RunPurpose/trace``); nil if it was built before there were any.
    public let traces: Bool?
    /// Whether it answers which queue can be measured at which case; nil if it was built before it could.
    public let plans: Bool?

    /// The keys that workers of earlier builds write.
    private enum CodingKeys: String, CodingKey {
        case version, isDebugBuild, judged, borrowing, judgedDefaults, explored, rulesVersion, defaults,
            traces, plans
        case subjects = "arms"
    }

    public init(
        subjects: [any BenchmarkSubject], judged: [String: [String: String]], borrowing: [String]? = nil,
        judgedDefaults: [String]? = nil, explored: [String]? = nil, rulesVersion: String? = nil,
        defaults: [String]? = nil
    ) {
        version = Self.currentVersion
        self.subjects = subjects.map(\.id)
        isDebugBuild = Self.hasAssertions
        self.judged = judged
        self.borrowing = borrowing
        self.judgedDefaults = judgedDefaults
        self.explored = explored
        self.rulesVersion = rulesVersion
        self.defaults = defaults
        traces = true
        plans = true
    }

    /// Asks the compiler, because the name of a configuration proves nothing.
    private static let hasAssertions: Bool = {
        var hasAssertions = false
        assert({ hasAssertions = true }() == ())
        return hasAssertions
    }()
}
