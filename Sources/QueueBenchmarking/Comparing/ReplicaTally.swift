public import BenchmarkStatistics

/// How often queues differ from themselves, over many comparisons.
public struct ReplicaTally: Sendable {
    /// The most that may differ: one in so many.
    public static let oneIn = 20

    public private(set) var pairs = 0
    public private(set) var tests = 0
    /// After the correction for the number of tests.
    public private(set) var differing = 0
    /// Without it, for information.
    public private(set) var differingAlone = 0
    public private(set) var failures: [String] = []
    /// Whether a difference could have been found in any pair.
    public private(set) var hasPower = false

    public init() {}

    /// One pair more.
    public mutating func add(_ comparison: ReplicaComparison) {
        pairs += 1
        tests += comparison.lines.count
        differing += comparison.lines.count { $0.differs }
        differingAlone += comparison.lines.count { $0.differsAlone }
        failures += comparison.failures
        hasPower = hasPower || comparison.hasPower
    }

    /// Whether more differ than may.
    public var isTooMany: Bool { differing * Self.oneIn > tests }

    /// Where the rate lies at which they differ, of all tests as if they were independent; nil if there are none.
    public var interval: BinomialInterval? { tests > 0 ? BinomialInterval(count: differing, of: tests) : nil }

    /// The same without the correction.
    public var intervalAlone: BinomialInterval? {
        tests > 0 ? BinomialInterval(count: differingAlone, of: tests) : nil
    }
}
