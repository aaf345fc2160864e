private import BenchmarkStatistics

/// Compares each queue with itself: two replicas of it, measured as if they were two queues. What differs then,
/// differs by chance or by a fault of the harness.
///
/// Of each queue and case, the processor times of both replicas, by the test of Mann and Whitney; all tests of one
/// comparison are corrected together (Holm).
public struct ReplicaComparison: Sendable {
    /// What counts as a difference: a p-value below this…
    public static let significance = 0.01
    /// …and medians that are further apart than this part of the smaller one.
    public static let margin = 0.03

    /// One queue at one case.
    public struct Line: Sendable {
        public let subject: SubjectID
        public let benchmarkCase: BenchmarkCase
        /// How many values each replica has.
        public let counts: [Int]
        public let medians: [Double]
        public let pValue: Double
        /// Corrected for the number of tests.
        public let adjusted: Double
        /// The smallest p-value that so many values could give.
        public let smallest: Double

        var isApart: Bool {
            medians.max()! - medians.min()! > ReplicaComparison.margin * medians.min()!
        }
        public var differs: Bool { adjusted < ReplicaComparison.significance && isApart }
        /// Without the correction.
        public var differsAlone: Bool { pValue < ReplicaComparison.significance && isApart }
    }

    /// By case and then by queue, in the order in which they first ran.
    public let lines: [Line]

    /// How runs failed their check.
    public let failures: [String]

    /// - Parameter runs: All of a runner with two replicas, in any order.
    /// - Complexity: That of the tests, mostly.
    public init(_ runs: [BenchmarkRun]) {
        var keys: [Key] = []
        var values: [Key: [[Double]]] = [:]
        var failures: [String] = []
        for run in runs {
            if let failure = run.failure {
                failures.append("\(run.subject) at \(run.benchmarkCase): \(failure)")
            }
            guard run.place != nil, run.purpose == .time, let value = run.outcome.value(.processCPUTime)
            else {
                continue
            }
            let key = Key(subject: run.subject, benchmarkCase: run.benchmarkCase)
            if values[key] == nil {
                keys.append(key)
                values[key] = [[], []]
            }
            values[key]?[run.replica].append(value)
        }
        self.failures = failures
        let tests = keys.compactMap { key -> (Key, Sample, Sample)? in
            guard let samples = values[key], let one = Sample(samples[0]), let other = Sample(samples[1])
            else {
                return nil
            }
            return (key, one, other)
        }
        let pValues = tests.map { MannWhitney($0.1, $0.2).pValue }
        lines = zip(tests, zip(pValues, Holm.adjusted(pValues))).map { test, p in
            let counts = [test.1.count, test.2.count]
            return Line(
                subject: test.0.subject, benchmarkCase: test.0.benchmarkCase, counts: counts,
                medians: [test.1.median, test.2.median], pValue: p.0, adjusted: p.1,
                smallest: MannWhitney.smallestPValue(counts[0], counts[1]))
        }
    }

    private struct Key: Hashable {
        let subject: SubjectID
        let benchmarkCase: BenchmarkCase
    }

    // MARK: Power

    /// Whether any test could find a difference after the correction, however large it were: the smallest p-value
    /// of all is multiplied by their number.
    public var hasPower: Bool {
        lines.contains { $0.smallest * Double(lines.count) < Self.significance }
    }

    /// How many tests can't find a difference by themselves, for they have too few values.
    public var powerless: Int {
        lines.count { $0.smallest * Double(lines.count) >= Self.significance }
    }

    /// How many rounds it takes, an even number, so that one of `tests` comparisons could find a difference after
    /// the correction.
    ///
    /// - Precondition: `tests` is positive.
    public static func leastRounds(tests: Int) -> Int {
        var rounds = 2
        while MannWhitney.smallestPValue(rounds, rounds) * Double(tests) >= significance { rounds += 2 }
        return rounds
    }
}
