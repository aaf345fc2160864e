public import BenchmarkStatistics

/// Two runs: how each queue stands beside the anchor in the second, divided by how it did in the first. Times of
/// two runs are never set side by side: what differs between the machines, or the hours, would be taken for the
/// queue's.
public struct CrossRunComparison: Sendable {
    /// One queue at one case.
    public struct Line: Sendable {
        public let arm: Arm
        /// (queue ÷ anchor in the second run) ÷ (queue ÷ anchor in the first); nil if a time of them is 0.
        public let ratio: Estimate?
    }

    /// One case and metric.
    public struct Table: Sendable {
        public let measured: BenchmarkCase
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
        case missing(anchor: Arm)

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

    public let anchor: Arm
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
        _ first: BenchmarkSummary, _ second: BenchmarkSummary, anchor named: Arm?, metrics: [Metric]
    ) throws(Refusal) {
        let places = first.cases.filter(second.cases.contains).flatMap { measured in
            metrics.map { metric in
                Place(
                    measured: measured, metric: metric,
                    arms: first.arms.filter { arm in
                        [first, second].allSatisfy { !$0.values(metric, of: arm, at: measured).isEmpty }
                    })
            }
        }
        if places.allSatisfy(\.arms.isEmpty) { throw .nothingInCommon }
        let anchor = if let named { named } else { try Self.anchor(places, first.arms) }
        let usable = places.filter { $0.arms.contains(anchor) && $0.arms.count > 1 }
        if usable.isEmpty { throw .missing(anchor: anchor) }
        self.anchor = anchor
        tables = usable.map { place in
            Table(
                measured: place.measured, metric: place.metric,
                lines: place.arms.filter { $0 != anchor }.map { arm in
                    Line(arm: arm, ratio: Self.ratio(arm, anchor, place, first, second))
                })
        }
        unmatched =
            first.cases.filter { !second.cases.contains($0) }
            + second.cases.filter { !first.cases.contains($0) }
    }

    /// A case and metric, and the queues that both runs have there.
    private struct Place {
        let measured: BenchmarkCase
        let metric: Metric
        let arms: [Arm]
    }

    private static func anchor(_ places: [Place], _ arms: [Arm]) throws(Refusal) -> Arm {
        func uses(_ arm: Arm) -> Int { places.count { $0.arms.contains(arm) && $0.arms.count > 1 } }
        if let arm = arms.first(where: { $0.queue == BenchmarkSummary.reference && uses($0) > 0 }) {
            return arm
        }
        let most = arms.map(uses).max() ?? 0
        guard most > 0, let arm = arms.first(where: { uses($0) == most }) else { throw .noAnchor }
        return arm
    }

    private static func ratio(
        _ arm: Arm, _ anchor: Arm, _ place: Place, _ first: BenchmarkSummary, _ second: BenchmarkSummary
    ) -> Estimate? {
        func pairs(_ summary: BenchmarkSummary) -> Bootstrap.Pairs? {
            BenchmarkSummary.pairs(
                summary.values(place.metric, of: arm, at: place.measured),
                summary.values(place.metric, of: anchor, at: place.measured))
        }
        guard let own = pairs(second), let others = pairs(first) else { return nil }
        return first.bootstrap.ratioOfRatios(own, over: others)
    }
}
