public import BenchmarkStatistics
public import ConcurrencyPrimitives

/// Why one queue is slower than another at a case: which parts of the processors' time make the difference.
///
/// Each round runs both, and gives a difference for each part. Their center is the Hodges–Lehmann estimate, with its interval.
/// What tracing itself costs is left out: it depends on how much a queue notes.
public struct BreakdownDifference: Sendable {
    /// A part's share in the difference.
    public struct Cause: Sendable {
        public let part: TraceBreakdown.Part
        /// Medians over the rounds, in nanoseconds of wall time × processors for an operation.
        public let first: Double
        public let second: Double
        /// Of the first from the second.
        public let difference: Estimate

        /// Whether the interval has zero outside.
        public var isCertain: Bool {
            guard let interval = difference.interval else { return false }
            return interval.lower > 0 || interval.upper < 0
        }
    }

    /// What the comparison has come to.
    public enum Verdict: Sendable {
        /// There are too few rounds for an interval.
        case tooFewRounds
        /// Neither the elapsed nor the processor time can be told apart.
        case nothing
        /// This time can, and this part of it differs most, in the same direction.
        case cause(Cause, of: Time)
        /// This time can, and no part of it differs for certain in that direction.
        case noSingleCause(of: Time)
    }

    /// What may differ. The elapsed time comes first.
    public enum Time: String, CaseIterable, Sendable {
        case elapsed = "time"
        /// Where the processors' idle time hides a difference, or the machine is busy with something else.
        case processor = "processor time"
    }

    /// Wall time × processors.
    public let total: Cause?
    /// The part of it that isn't idle.
    public let processorTime: Cause?
    /// All parts that took time, the largest difference first.
    public let causes: [Cause]
    public let verdict: Verdict

    /// A difference below this part of the second's total counts as none.
    public static let leastShare = 0.02
    /// That of the intervals: two times and a dozen parts are looked at.
    public static let confidence = 0.99

    /// - Parameters:
    ///   - first: The runs of the queue in question.
    ///   - second: As many of the one that it is compared with; each round has one of either.
    public init(_ first: [TracedRuns.Run], _ second: [TracedRuns.Run]) {
        func cause(_ part: TraceBreakdown.Part, _ value: (TracedRuns.Run) -> Double) -> Cause? {
            let (one, other) = (first.map(value), second.map(value))
            guard let a = Sample(one), let b = Sample(other),
                let all = Sample(zip(one, other).map { $0 - $1 })
            else { return nil }
            return Cause(
                part: part, first: a.median, second: b.median,
                difference: HodgesLehmann(confidence: Self.confidence).center(all))
        }
        let total = cause(.idle) { $0.total }
        let processorTime = cause(.idle) { $0.processorTime }
        let causes = TraceBreakdown.Part.allCases.filter { $0 != .tracing }.compactMap { part in
            cause(part) { $0.time(of: part) }
        }.filter { $0.first > 0 || $0.second > 0 }.sorted {
            abs($0.difference.point) > abs($1.difference.point)
        }
        (self.total, self.processorTime, self.causes) = (total, processorTime, causes)
        let busy = causes.filter { !$0.part.isIdle }
        verdict =
            Self.verdict(total, causes, .elapsed) ?? Self.verdict(processorTime, busy, .processor) ?? .nothing
    }

    /// Nil if the time can't be told apart.
    private static func verdict(_ total: Cause?, _ causes: [Cause], _ time: Time) -> Verdict? {
        guard let total, total.difference.interval != nil else { return .tooFewRounds }
        let difference = total.difference.point
        guard total.isCertain, abs(difference) >= leastShare * total.second else { return nil }
        let main = causes.first { $0.isCertain && ($0.difference.point > 0) == (difference > 0) }
        return main.map { .cause($0, of: time) } ?? .noSingleCause(of: time)
    }
}

extension TracedRuns.Run {
    /// Wall time × processors for an operation, without what tracing took, in nanoseconds.
    public var total: Double { (breakdown.total - (breakdown.parts[.tracing] ?? 0)) / operations }

    /// The part of it that isn't idle.
    public var processorTime: Double { total - time(of: .idle) - time(of: .delayed) }

    /// A part of it.
    public func time(of part: TraceBreakdown.Part) -> Double { (breakdown.parts[part] ?? 0) / operations }

    /// The longest span of a part, and its lane's place: where to look in the trace. Nil if the part has no spans.
    public func longestSpan(of part: TraceBreakdown.Part) -> (span: TraceRecording.Event, lane: Int)? {
        let kinds = Set(part.kinds)
        var longest: (span: TraceRecording.Event, lane: Int)?
        for (lane, recorded) in trace.recording.lanes.enumerated() {
            for event in recorded.events where kinds.contains(event.kind) {
                if event.duration > longest?.span.duration ?? 0 { longest = (event, lane) }
            }
        }
        return longest
    }
}
