public import BenchmarkStatistics

/// Summarizes a run: for each scenario, the ratio of every queue to the anchor.
public struct ScenarioRatios: Sendable {
    /// One scenario.
    public struct Row: Sendable {
        public let scenario: String
        /// The time beyond one operation, or the processor time, or the median latency: the first that the scenario has.
        public let metric: Metric
        /// The queue's median divided by the anchor's: the geometric mean over the cases that both have.
        public let ratios: [SubjectID: Estimate]
        /// The least and the greatest of these ratios over the cases.
        public let ranges: [SubjectID: ClosedRange<Double>]

        /// Whether a mean hides much: for some queue, the greatest ratio is at least this many times the least.
        public static let wideRange = 4.0

        /// Whether the cases differ by ``wideRange`` for some queue.
        public var isWide: Bool {
            ranges.values.contains { $0.upperBound >= Self.wideRange * $0.lowerBound }
        }
    }

    public let anchor: SubjectID
    /// The queues that have a ratio. The anchor and the inline queue have none.
    public let subjects: [SubjectID]
    public let rows: [Row]

    /// Nil if there is nothing to compare.
    ///
    /// - Complexity: O(number of values).
    public init?(_ summary: BenchmarkSummary) {
        guard let anchor = summary.defaultAnchor else { return nil }
        let others = summary.subjects.filter { $0 != anchor && $0.queue != BenchmarkSummary.harness }
        let rows = Self.scenarios(of: summary).compactMap { scenario, cases -> Row? in
            for metric in Self.metrics {
                var ratios: [SubjectID: Estimate] = [:]
                var ranges: [SubjectID: ClosedRange<Double>] = [:]
                for subject in others {
                    let pairs = Self.pairs(summary, metric, subject, anchor, cases)
                    guard let mean = summary.bootstrap.geometricMean(ofRatios: pairs) else { continue }
                    ratios[subject] = mean
                    let each = pairs.map { $0.numerator.median / $0.denominator.median }
                        .filter { $0 > 0 && $0.isFinite }
                    if let least = each.min(), let greatest = each.max() {
                        ranges[subject] = least...greatest
                    }
                }
                if ratios.isEmpty { continue }
                return Row(scenario: scenario, metric: metric, ratios: ratios, ranges: ranges)
            }
            return nil
        }
        if rows.isEmpty { return nil }
        self.anchor = anchor
        self.rows = rows
        subjects = others.filter { subject in rows.contains { $0.ratios[subject] != nil } }
    }

    /// The metrics of ``Row/metric``, the first choice first.
    static let metrics = [Metric.excessTime, .processCPUTime, .latencyP50]

    /// The scenarios that are compared by cost, with their cases, in the order of the summary.
    static func scenarios(of summary: BenchmarkSummary) -> [(name: String, cases: [BenchmarkCase])] {
        var scenarios: [(name: String, cases: [BenchmarkCase])] = []
        for one in summary.cases where Scenarios.isComparedByCost(one.scenario) {
            if let index = scenarios.firstIndex(where: { $0.name == one.scenario }) {
                scenarios[index].cases.append(one)
            } else {
                scenarios.append((one.scenario, [one]))
            }
        }
        return scenarios
    }

    /// The values of two queues at the cases that both have.
    static func pairs(
        _ summary: BenchmarkSummary, _ metric: Metric, _ subject: SubjectID, _ anchor: SubjectID,
        _ cases: [BenchmarkCase]
    ) -> [Bootstrap.Pairs] {
        cases.compactMap { benchmarkCase in
            BenchmarkSummary.pairs(
                summary.values(metric, of: subject, at: benchmarkCase),
                summary.values(metric, of: anchor, at: benchmarkCase))
        }
    }
}
