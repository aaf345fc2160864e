/// The first line that a process that measures writes: what may be asked of it.
public struct WorkerHandshake: Hashable, Codable, Sendable {
    /// Of the lines that go back and forth. Whoever starts a worker that speaks another can't use it.
    public static let currentVersion = 2

    public let version: Int
    /// The queues that it can measure.
    public let subjects: [SubjectID]
    /// Whether it was built without optimisation, so that its times say nothing.
    public let isDebugBuild: Bool
    /// The queues that it can judge by rules, each with what it can't do, and why; empty if it doesn't judge.
    public let judged: [String: [String: String]]
    /// The version of the rules that it judges by; nil if it doesn't judge, or is from before they had one.
    public let rulesVersion: String?
    /// The queues that are compared where none is named; nil for all.
    public let defaults: [String]?

    /// As workers of earlier builds write them.
    private enum CodingKeys: String, CodingKey {
        case version, isDebugBuild, judged, rulesVersion, defaults
        case subjects = "arms"
    }

    public init(
        subjects: [any BenchmarkSubject], judged: [String: [String: String]], rulesVersion: String? = nil,
        defaults: [String]? = nil
    ) {
        version = Self.currentVersion
        self.subjects = subjects.map(\.id)
        isDebugBuild = Self.hasAssertions
        self.judged = judged
        self.rulesVersion = rulesVersion
        self.defaults = defaults
    }

    /// Asks the compiler itself: what a build calls its configuration says nothing certain.
    private static let hasAssertions: Bool = {
        var hasAssertions = false
        assert({ hasAssertions = true }() == ())
        return hasAssertions
    }()
}
