public import BenchmarkStatistics
private import LinuxPlatform

/// The fastest queue of each scenario, where the rounds decide it.
///
/// A queue leads a scenario if it was measured at all of its cases, and the geometric mean of its medians is the least. It
/// is the fastest only if it is significantly faster than every other queue, over the cases that both have.
public struct ScenarioLeaders: Sendable {
    /// What the rounds say of the queue that leads.
    public enum Outcome: Sendable {
        /// It is faster than every other. `ratio` compares it with the nearest, and its interval lies below 1.
        case fastest(over: SubjectID, ratio: Estimate)
        /// It isn't significantly faster than these.
        case undecided([SubjectID])
        /// A comparison has no interval.
        case tooFewRounds
        /// A queue did not keep up, so that the latencies depend on the length of the run.
        case overloaded
        /// There is no other queue.
        case alone
    }

    /// One scenario.
    public struct Row: Sendable {
        public let scenario: String
        /// What is compared: the metric of ``ScenarioRatios``.
        public let metric: Metric
        public let leader: SubjectID
        public let outcome: Outcome
    }

    /// In the order of the summary. A scenario is missing if no queue was measured at all of its cases.
    public let rows: [Row]

    /// - Complexity: Some thousand resamples for each scenario and queue.
    public init(_ summary: BenchmarkSummary) {
        let subjects = summary.subjects.filter { $0.queue != BenchmarkSummary.harness }
        let overloaded = Set(
            summary.tables(of: []).filter { table in table.lines.contains { $0.flags[.overloaded] != nil } }
                .map(\.benchmarkCase.scenario))
        rows = ScenarioRatios.scenarios(of: summary).compactMap { scenario, cases in
            let metric = ScenarioRatios.metrics.first { metric in
                cases.contains { one in
                    subjects.contains { !summary.values(metric, of: $0, at: one).isEmpty }
                }
            }
            guard let metric, let leader = Self.leader(metric, subjects, cases, summary) else { return nil }
            let isOverloaded = metric == .latencyP50 && overloaded.contains(scenario)
            return Row(
                scenario: scenario, metric: metric, leader: leader,
                outcome: isOverloaded
                    ? .overloaded : Self.outcome(of: leader, metric, subjects, cases, summary))
        }
    }

    private static func leader(
        _ metric: Metric, _ subjects: [SubjectID], _ cases: [BenchmarkCase], _ summary: BenchmarkSummary
    ) -> SubjectID? {
        func median(_ subject: SubjectID, _ benchmarkCase: BenchmarkCase) -> Double? {
            summary.median(metric, of: subject, at: benchmarkCase)
        }
        let measured = cases.filter { one in subjects.contains { median($0, one) != nil } }
        var best: (subject: SubjectID, product: Double)?
        for subject in subjects {
            let medians = measured.compactMap { median(subject, $0) }
            guard medians.count == measured.count, !medians.isEmpty else { continue }
            // The order of geometric means is that of the sums of logarithms. No median is below a nanosecond.
            let product = medians.reduce(0) { $0 + log(max($1, 1e-9)) }
            if best.map({ product < $0.product }) ?? true { best = (subject, product) }
        }
        return best?.subject
    }

    private static func outcome(
        of leader: SubjectID, _ metric: Metric, _ subjects: [SubjectID], _ cases: [BenchmarkCase],
        _ summary: BenchmarkSummary
    ) -> Outcome {
        var nearest: (subject: SubjectID, ratio: Estimate)?
        var close: [SubjectID] = []
        var hasTooFew = false
        for rival in subjects where rival != leader {
            let pairs = ScenarioRatios.pairs(summary, metric, leader, rival, cases)
            guard let ratio = summary.bootstrap.geometricMean(ofRatios: pairs) else { continue }
            if nearest.map({ ratio.point > $0.ratio.point }) ?? true { nearest = (rival, ratio) }
            guard let interval = ratio.interval else {
                hasTooFew = true
                continue
            }
            if interval.upper >= 1 { close.append(rival) }
        }
        guard let nearest else { return .alone }
        if !close.isEmpty { return .undecided(close) }
        return hasTooFew ? .tooFewRounds : .fastest(over: nearest.subject, ratio: nearest.ratio)
    }
}
