public import BenchmarkStatistics

/// Two runs: how each queue stands beside the anchor in the second, divided by how it did in the first. Times of
/// two runs are never set side by side: what differs between the machines, or the hours, would be taken for the
/// queue's.
public struct CrossRunComparison: Sendable {
    /// One queue at one case.
    public struct Line: Sendable {
        public let subject: SubjectID
        /// (queue ÷ anchor in the second run) ÷ (queue ÷ anchor in the first); nil if a time of them is 0.
        public let ratio: Estimate?
    }

    /// One case and metric.
    public struct Table: Sendable {
        public let benchmarkCase: BenchmarkCase
        public let metric: Metric
        /// The queues that both runs have beside the anchor.
        public let lines: [Line]
    }

    /// Why two runs can't be compared.
    public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        case nothingInCommon
        /// There are cases in common, and no two queues that both runs have there.
        case noAnchor
        /// The queue that was named has no values in both at any case, together with another queue.
        case missing(anchor: SubjectID)

        public var description: String {
            switch self {
            case .nothingInCommon:
                "the runs have nothing in common: no queue was measured at the same case in both"
            case .noAnchor:
                "there is no anchor: it takes two queues that both runs have at the same case, one of them "
                    + "to compare the other with"
            case .missing(let anchor):
                "'\(anchor)' can't be the anchor: it takes a case at which both runs have it and another queue"
            }
        }
    }

    public let anchor: SubjectID
    public let tables: [Table]
    /// Cases that one run has alone.
    public let unmatched: [BenchmarkCase]

    /// - Parameters:
    ///   - first: What was measured in one run.
    ///   - second: What was measured in the other.
    ///   - named: The anchor; nil for ``BenchmarkSummary/reference`` if both have it, else the first of the
    ///     first run that serves at most cases.
    ///   - metrics: A table each, for the cases that have values of it in both.
    /// - Throws: ``Refusal``.
    public init(
        _ first: BenchmarkSummary, _ second: BenchmarkSummary, anchor named: SubjectID?, metrics: [Metric]
    ) throws(Refusal) {
        let places = first.cases.filter(second.cases.contains).flatMap { benchmarkCase in
            metrics.map { metric in
                Place(
                    benchmarkCase: benchmarkCase, metric: metric,
                    subjects: first.subjects.filter { subject in
                        [first, second].allSatisfy {
                            !$0.values(metric, of: subject, at: benchmarkCase).isEmpty
                        }
                    })
            }
        }
        if places.allSatisfy(\.subjects.isEmpty) { throw .nothingInCommon }
        let anchor = if let named { named } else { try Self.anchor(places, first.subjects) }
        let usable = places.filter { $0.subjects.contains(anchor) && $0.subjects.count > 1 }
        if usable.isEmpty { throw .missing(anchor: anchor) }
        self.anchor = anchor
        tables = usable.map { place in
            Table(
                benchmarkCase: place.benchmarkCase, metric: place.metric,
                lines: place.subjects.filter { $0 != anchor }.map { subject in
                    Line(subject: subject, ratio: Self.ratio(subject, anchor, place, first, second))
                })
        }
        unmatched =
            first.cases.filter { !second.cases.contains($0) }
            + second.cases.filter { !first.cases.contains($0) }
    }

    /// A case and metric, and the queues that both runs have there.
    private struct Place {
        let benchmarkCase: BenchmarkCase
        let metric: Metric
        let subjects: [SubjectID]
    }

    private static func anchor(_ places: [Place], _ subjects: [SubjectID]) throws(Refusal) -> SubjectID {
        func uses(_ subject: SubjectID) -> Int {
            places.count { $0.subjects.contains(subject) && $0.subjects.count > 1 }
        }
        if let subject = subjects.first(where: { $0.queue == BenchmarkSummary.reference && uses($0) > 0 }) {
            return subject
        }
        let most = subjects.map(uses).max() ?? 0
        guard most > 0, let subject = subjects.first(where: { uses($0) == most }) else { throw .noAnchor }
        return subject
    }

    private static func ratio(
        _ subject: SubjectID, _ anchor: SubjectID, _ place: Place, _ first: BenchmarkSummary,
        _ second: BenchmarkSummary
    ) -> Estimate? {
        func pairs(_ summary: BenchmarkSummary) -> Bootstrap.Pairs? {
            BenchmarkSummary.pairs(
                summary.values(place.metric, of: subject, at: place.benchmarkCase),
                summary.values(place.metric, of: anchor, at: place.benchmarkCase))
        }
        guard let own = pairs(second), let others = pairs(first) else { return nil }
        return first.bootstrap.ratioOfRatios(own, over: others)
    }
}
