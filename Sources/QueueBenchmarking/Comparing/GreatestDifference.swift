public import BenchmarkStatistics

/// The greatest difference in processor time that the rounds of a run decide: one queue takes more than another at one case.
public struct GreatestDifference: Sendable {
    /// The queue that takes more.
    public let subject: SubjectID
    public let other: SubjectID
    public let benchmarkCase: BenchmarkCase
    /// The time of ``subject`` divided by that of ``other``; its whole interval lies above 1.
    public let ratio: Estimate

    /// What is compared.
    public static let metric = Metric.processCPUTime

    /// Nil if no difference is significant.
    ///
    /// - Parameters:
    ///   - summary: The run.
    ///   - isChosen: Whether the first queue may be found to take more than the second at the case.
    /// - Complexity: O(queues² × cases), and some thousand resamples for each ratio of medians that is greater, and isn't
    ///   significant.
    public init?(
        in summary: BenchmarkSummary,
        where isChosen: (_ subject: SubjectID, _ other: SubjectID, BenchmarkCase) -> Bool
    ) {
        var candidates:
            [(ratio: Double, subject: SubjectID, other: SubjectID, benchmarkCase: BenchmarkCase)] = []
        let subjects = summary.subjects.filter { $0.queue != BenchmarkSummary.harness }
        for one in summary.cases where Scenarios.isComparedByCost(one.scenario) {
            let medians = subjects.compactMap { subject in
                summary.median(Self.metric, of: subject, at: one).map { (subject, $0) }
            }
            for (subject, median) in medians {
                for (other, least) in medians
                where median > least && least > 0 && isChosen(subject, other, one) {
                    candidates.append((median / least, subject, other, one))
                }
            }
        }
        for (_, subject, other, one) in candidates.sorted(by: { $0.ratio > $1.ratio }) {
            let pairs = ScenarioRatios.pairs(summary, Self.metric, subject, other, [one])
            guard let ratio = summary.bootstrap.geometricMean(ofRatios: pairs),
                let interval = ratio.interval, interval.lower > 1
            else { continue }
            self.subject = subject
            self.other = other
            self.benchmarkCase = one
            self.ratio = ratio
            return
        }
        return nil
    }
}
