public import BenchmarkStatistics

/// Compares two runs by how each queue relates to the anchor: its ratio in the second run, divided by its ratio in
/// the first. The times of two runs are never compared directly, because a difference between machines or hours
/// would look like a difference between queues.
public struct CrossRunComparison: Sendable {
    /// One queue at one case.
    public struct Line: Sendable {
        public let subject: SubjectID
        /// (queue ÷ anchor in the second run) ÷ (queue ÷ anchor in the first); nil if one of these times is 0.
        public let ratio: Estimate?
    }

    /// One case and metric.
    public struct Table: Sendable {
        public let benchmarkCase: BenchmarkCase
        public let metric: Metric
        /// The queues that both runs have here, without the anchor.
        public let lines: [Line]
    }

    /// Why two runs can't be compared.
    public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        case nothingInCommon
        /// No common case has two queues that both runs measured.
        case noAnchor
        /// At no case do both runs have values of the named anchor and of another queue.
        case missing(anchor: SubjectID)

        public var description: String {
            switch self {
            case .nothingInCommon:
                "the runs have nothing in common: no queue was measured at the same case in both"
            case .noAnchor:
                "there is no anchor: at no case do both runs have the same two queues"
            case .missing(let anchor):
                "'\(anchor)' can't be the anchor: at no case do both runs have it and another queue"
            }
        }
    }

    public let anchor: SubjectID
    public let tables: [Table]
    /// The cases that only one run has.
    public let unmatched: [BenchmarkCase]

    /// - Parameters:
    ///   - first: The measurements of one run.
    ///   - second: The measurements of the other.
    ///   - named: The anchor; nil for ``BenchmarkSummary/reference`` if both runs have it, otherwise the first
    ///     queue of the first run that serves at most cases.
    ///   - metrics: One table each, for the cases at which both runs have values of it.
    /// - Throws: ``Refusal``.
    public init(
        _ first: BenchmarkSummary, _ second: BenchmarkSummary, anchor named: SubjectID?, metrics: [Metric]
    ) throws(Refusal) {
        let cases = first.cases.filter(second.cases.contains).flatMap { benchmarkCase in
            Scenarios.compared(metrics, at: benchmarkCase.scenario).map { metric in
                CommonCase(
                    benchmarkCase: benchmarkCase, metric: metric,
                    subjects: first.subjects.filter { subject in
                        [first, second].allSatisfy {
                            !$0.values(metric, of: subject, at: benchmarkCase).isEmpty
                        }
                    })
            }
        }
        if cases.allSatisfy(\.subjects.isEmpty) { throw .nothingInCommon }
        let anchor = if let named { named } else { try Self.anchor(cases, first.subjects) }
        let usable = cases.filter { $0.subjects.contains(anchor) && $0.subjects.count > 1 }
        if usable.isEmpty { throw .missing(anchor: anchor) }
        self.anchor = anchor
        tables = usable.map { common in
            Table(
                benchmarkCase: common.benchmarkCase, metric: common.metric,
                lines: common.subjects.filter { $0 != anchor }.map { subject in
                    Line(subject: subject, ratio: Self.ratio(subject, anchor, common, first, second))
                })
        }
        unmatched =
            first.cases.filter { !second.cases.contains($0) }
            + second.cases.filter { !first.cases.contains($0) }
    }

    /// A case and metric, with the queues that both runs have there.
    private struct CommonCase {
        let benchmarkCase: BenchmarkCase
        let metric: Metric
        let subjects: [SubjectID]
    }

    private static func anchor(_ cases: [CommonCase], _ subjects: [SubjectID]) throws(Refusal) -> SubjectID {
        func uses(_ subject: SubjectID) -> Int {
            cases.count { $0.subjects.contains(subject) && $0.subjects.count > 1 }
        }
        if let subject = subjects.first(where: { $0.queue == BenchmarkSummary.reference && uses($0) > 0 }) {
            return subject
        }
        let most = subjects.map(uses).max() ?? 0
        guard most > 0, let subject = subjects.first(where: { uses($0) == most }) else { throw .noAnchor }
        return subject
    }

    private static func ratio(
        _ subject: SubjectID, _ anchor: SubjectID, _ common: CommonCase, _ first: BenchmarkSummary,
        _ second: BenchmarkSummary
    ) -> Estimate? {
        func pairs(_ summary: BenchmarkSummary) -> Bootstrap.Pairs? {
            BenchmarkSummary.pairs(
                summary.values(common.metric, of: subject, at: common.benchmarkCase),
                summary.values(common.metric, of: anchor, at: common.benchmarkCase))
        }
        guard let own = pairs(second), let others = pairs(first) else { return nil }
        return first.bootstrap.ratioOfRatios(own, over: others)
    }
}
