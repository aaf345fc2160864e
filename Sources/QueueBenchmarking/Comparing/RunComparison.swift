public import BenchmarkStatistics

/// One run: each queue beside the anchor, case by case.
public struct RunComparison: Sendable {
    /// One queue at one case.
    public struct Line: Sendable {
        public let subject: SubjectID
        /// Nil if no run of it has a value.
        public let median: Estimate?
        /// The median divided by the anchor's, over the pairs that both have; nil if there are none.
        public let ratio: Estimate?
        /// How many pairs of runs the ratio is made of.
        public let pairs: Int
        /// It alone is the best, as far as the intervals tell.
        public let isBest: Bool
        /// How many runs passed their check.
        public let runs: Int
        /// How runs failed their check, the first first.
        public let failures: [String]
        /// In how many runs it did not keep up.
        public let overloaded: Int
        /// How many values lie far from the others; they count.
        public let outliers: Int
    }

    /// One case and metric.
    public struct Table: Sendable {
        public let benchmarkCase: BenchmarkCase
        public let metric: Metric
        public let lines: [Line]
        public let skipped: [BenchmarkRunner.Skip]
        /// Whether the anchor has values here; no queue has a ratio otherwise.
        public let hasAnchor: Bool
    }

    public let anchor: SubjectID
    public let tables: [Table]
    public let scaling: ScalingSummary

    /// - Parameters:
    ///   - summary: What was measured.
    ///   - anchor: One of the queues of `summary`.
    ///   - metrics: A table each, for the cases that have values of it, or failures alone.
    /// - Complexity: Some thousand resamples for each queue, case and metric.
    public init(_ summary: BenchmarkSummary, anchor: SubjectID, metrics: [Metric]) {
        self.anchor = anchor
        scaling = ScalingSummary(summary)
        tables = summary.anchored(at: anchor).tables(of: Set(metrics)).flatMap { table in
            let made = metrics.filter { metric in table.lines.contains { $0.medians[metric] != nil } }
            // Where every run failed, that is what there is to say.
            let nothing = made.isEmpty && table.lines.contains { !$0.failures.isEmpty && $0.runs == 0 }
            return (nothing ? Array(metrics.prefix(1)) : made).map { Self.table(table, $0, anchor) }
        }
    }

    private static func table(_ table: BenchmarkSummary.Table, _ metric: Metric, _ anchor: SubjectID) -> Table
    {
        let best = best(table.lines, metric)
        let anchored = table.lines.first { $0.subject == anchor }?.values[metric] ?? [:]
        return Table(
            benchmarkCase: table.benchmarkCase, metric: metric,
            lines: table.lines.map { line in
                Line(
                    subject: line.subject, median: line.medians[metric], ratio: line.ratios[metric],
                    pairs: line.values[metric]?.keys.count { anchored[$0] != nil } ?? 0,
                    isBest: line.subject == best, runs: line.runs, failures: line.failures,
                    overloaded: line.flags[.overloaded] ?? 0, outliers: line.outliers(of: metric))
            }, skipped: table.skipped,
            hasAnchor: table.lines.contains { $0.subject == anchor && $0.medians[metric] != nil })
    }

    /// The queue whose interval lies on the better side of every other's, and touches none. Where one did not keep
    /// up, there is none: its latencies depend on how long the run was.
    private static func best(_ lines: [BenchmarkSummary.Line], _ metric: Metric) -> SubjectID? {
        let counted = lines.filter { $0.subject.queue != BenchmarkSummary.harness && $0.runs > 0 }
        if counted.contains(where: { $0.flags[.overloaded] != nil }) { return nil }
        let intervals = counted.compactMap { line in
            line.ratios[metric]?.interval.map { (subject: line.subject, interval: $0) }
        }
        // What has no interval, or had too few latencies for a quantile, could be the best.
        guard intervals.count == counted.count, intervals.count > 1 else { return nil }
        return intervals.first { one in
            intervals.allSatisfy { other in
                if other.subject == one.subject { return true }
                return switch metric.preference {
                case .lower: one.interval.upper < other.interval.lower
                case .higher: one.interval.lower > other.interval.upper
                case .none: false
                }
            }
        }?.subject
    }
}

extension BenchmarkSummary {
    /// What to compare with where nothing is named: ``reference``, or else the first queue that has values at
    /// every case; nil if there is none.
    public var defaultAnchor: SubjectID? {
        func isMeasured(_ subject: SubjectID, _ benchmarkCase: BenchmarkCase) -> Bool {
            metrics.contains { !values($0, of: subject, at: benchmarkCase).isEmpty }
        }
        if let subject = subjects.first(where: { $0.queue == Self.reference }),
            cases.contains(where: { isMeasured(subject, $0) })
        {
            return subject
        }
        let present = cases.filter { benchmarkCase in subjects.contains { isMeasured($0, benchmarkCase) } }
        if present.isEmpty { return nil }
        return subjects.first { subject in present.allSatisfy { isMeasured(subject, $0) } }
    }
}
