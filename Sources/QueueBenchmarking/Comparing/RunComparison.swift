public import BenchmarkStatistics

/// Compares the queues of one run with the anchor, case by case.
public struct RunComparison: Sendable {
    /// One queue at one case.
    public struct Line: Sendable {
        public let subject: SubjectID
        /// Nil if no run of the queue has a value.
        public let median: Estimate?
        /// The median divided by the anchor's, over the pairs that both have; nil if there are none.
        public let ratio: Estimate?
        /// The number of pairs of runs behind the ratio.
        public let pairs: Int
        /// Whether its interval is better than that of every other queue.
        public let isBest: Bool
        /// The number of runs that passed their check.
        public let runs: Int
        /// The failures of its runs, in order.
        public let failures: [String]
        /// The number of runs in which it did not keep up.
        public let overloaded: Int
        /// The number of outliers; they count like other values.
        public let outliers: Int
    }

    /// One case and metric.
    public struct Table: Sendable {
        public let benchmarkCase: BenchmarkCase
        public let metric: Metric
        public let lines: [Line]
        public let skipped: [BenchmarkRunner.Skip]
        /// Whether the anchor has values here. Otherwise no queue has a ratio.
        public let hasAnchor: Bool
    }

    public let anchor: SubjectID
    public let tables: [Table]
    public let scaling: ScalingSummary
    public let granularity: GranularitySummary

    /// - Parameters:
    ///   - summary: The measurements of the run.
    ///   - anchor: One of the queues of `summary`.
    ///   - metrics: One table each, for the cases that have values of it, or only failures.
    /// - Complexity: Some thousand resamples for each queue, case and metric.
    public init(_ summary: BenchmarkSummary, anchor: SubjectID, metrics: [Metric]) {
        self.anchor = anchor
        scaling = ScalingSummary(summary)
        granularity = GranularitySummary(summary)
        tables = summary.anchored(at: anchor).tables(of: Set(metrics)).flatMap { table in
            let made = Scenarios.compared(metrics, at: table.benchmarkCase.scenario)
                .filter { metric in table.lines.contains { $0.medians[metric] != nil } }
            // Where every run failed, a table shows the failures.
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

    /// The queue whose interval is better than every other's, without overlap. There is none where a queue did not
    /// keep up, because its latencies depend on the length of the run.
    private static func best(_ lines: [BenchmarkSummary.Line], _ metric: Metric) -> SubjectID? {
        let counted = lines.filter { $0.subject.queue != BenchmarkSummary.harness && $0.runs > 0 }
        if counted.contains(where: { $0.flags[.overloaded] != nil }) { return nil }
        let intervals = counted.compactMap { line in
            line.ratios[metric]?.interval.map { (subject: line.subject, interval: $0) }
        }
        // A queue without an interval, or with too few latencies for a quantile, could be the best.
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
    /// The default anchor: ``reference``, otherwise the first queue that has values at every case; nil if there is
    /// none.
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
