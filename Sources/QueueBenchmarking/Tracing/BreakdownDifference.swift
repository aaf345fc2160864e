public import BenchmarkStatistics

/// Why one queue is slower than another at a case: which parts of the processors' time make the difference.
///
/// Each round runs both, and gives a difference for each part. Their center is the Hodges–Lehmann estimate, with its interval.
/// What tracing itself costs is left out: it depends on how much a queue notes. Where one of the queues notes nothing of its own,
/// all that a queue notes counts as one part for both.
///
/// A processor that is idle is no cause, but what follows from one, so ``TraceBreakdown/Part/idle`` is never named as the cause.
public struct BreakdownDifference: Sendable {
    /// The difference of something that both took.
    public struct Difference: Sendable {
        /// Medians over the rounds, in nanoseconds of wall time × processors for an operation.
        public let first: Double
        public let second: Double
        /// Of the first from the second.
        public let estimate: Estimate

        fileprivate init?(_ first: [Double], _ second: [Double]) {
            guard let one = Sample(first), let other = Sample(second),
                let differences = Sample(zip(first, second).map { $0 - $1 })
            else { return nil }
            (self.first, self.second) = (one.median, other.median)
            estimate = HodgesLehmann(confidence: BreakdownDifference.confidence).center(differences)
        }

        /// Whether the interval has zero outside, and the difference matters.
        fileprivate var isCertain: Bool {
            guard let interval = estimate.interval else { return false }
            return (interval.lower > 0 || interval.upper < 0)
                && abs(estimate.point) >= BreakdownDifference.leastShare * second
        }

        /// Whether the interval excludes a difference of more than ``BreakdownDifference/equalShare``.
        fileprivate var isExcluded: Bool {
            guard let interval = estimate.interval else { return false }
            return max(abs(interval.lower), abs(interval.upper)) <= BreakdownDifference.equalShare * second
        }
    }

    /// What may differ. The elapsed time comes first.
    public enum Time: String, CaseIterable, Sendable {
        case elapsed = "time"
        /// Where the processors' idle time hides a difference, or the machine is busy with something else.
        case processor = "processor time"
    }

    /// What the comparison has come to.
    public enum Verdict: Sendable {
        /// There are too few rounds for an interval.
        case tooFewRounds
        /// The processor time is the same, up to ``equalShare``.
        case nothing
        /// No difference was found, and none is excluded.
        case undecided
        /// This time differs, and this part of it most, in the same direction.
        case cause(TraceBreakdown.Part, of: Time)
        /// This time differs, and no part of it for certain in that direction.
        case noSingleCause(of: Time)
    }

    /// Wall time × processors, and the part of it that isn't idle.
    public let totals: [Time: Difference]
    /// All parts that took time, the largest difference first.
    public let parts: [(part: TraceBreakdown.Part, difference: Difference)]
    public let verdict: Verdict

    /// A difference below this part of the second's time counts as none.
    public static let leastShare = 0.02
    /// Up to this difference, two times count as the same.
    public static let equalShare = 0.1
    /// A noted part that makes so much of the difference is named before what no span explains, which is often the kernel's and the
    /// runtime's share in the same thing.
    public static let leastCauseShare = 0.1
    /// That of the intervals.
    public static let confidence = 0.99
    /// How many rounds an interval needs.
    public static let leastRounds = (1...64).first { rounds in
        let sample = Sample((0..<rounds).map(Double.init))
        return sample.map { HodgesLehmann(confidence: confidence).center($0).interval != nil } ?? false
    }!

    /// - Parameters:
    ///   - first: The runs of the queue in question.
    ///   - second: As many of the one that it is compared with; each round has one of either.
    public init(_ first: [TracedRuns.Run], _ second: [TracedRuns.Run]) {
        let isFolded = !(first + second).allSatisfy(\.breakdown.notesItself)
        func values(_ part: TraceBreakdown.Part, _ runs: [TracedRuns.Run]) -> [Double] {
            runs.map { isFolded ? $0.foldedTime(of: part) : $0.time(of: part) }
        }
        let parts = TraceBreakdown.Part.allCases.filter { $0 != .tracing }.compactMap { part in
            Difference(values(part, first), values(part, second)).map { (part: part, difference: $0) }
        }.filter { $0.difference.first > 0 || $0.difference.second > 0 }
            .sorted { abs($0.difference.estimate.point) > abs($1.difference.estimate.point) }
        var totals: [Time: Difference] = [:]
        for time in Time.allCases {
            totals[time] = Difference(first.map { $0.time(time) }, second.map { $0.time(time) })
        }
        (self.totals, self.parts) = (totals, parts)
        verdict = Self.verdict(totals, parts)
    }

    private static func verdict(
        _ totals: [Time: Difference], _ parts: [(part: TraceBreakdown.Part, difference: Difference)]
    ) -> Verdict {
        guard let processor = totals[.processor], processor.estimate.interval != nil else {
            return .tooFewRounds
        }
        for time in Time.allCases {
            guard let total = totals[time], total.isCertain else { continue }
            let causes = parts.filter { entry in
                let isNamed = time == .elapsed ? entry.part != .idle : !entry.part.isIdle
                let goesAlong = (entry.difference.estimate.point > 0) == (total.estimate.point > 0)
                return isNamed && goesAlong && entry.difference.isCertain
            }
            let least = leastCauseShare * abs(total.estimate.point)
            let noted = causes.first { entry in
                entry.part != .untraced && abs(entry.difference.estimate.point) >= least
            }
            let cause = noted ?? causes.first
            return cause.map { .cause($0.part, of: time) } ?? .noSingleCause(of: time)
        }
        return processor.isExcluded ? .nothing : .undecided
    }
}

extension TracedRuns.Run {
    /// A time for an operation, without what tracing took, in nanoseconds.
    func time(_ time: BreakdownDifference.Time) -> Double {
        let total = (breakdown.total - (breakdown.parts[.tracing] ?? 0)) / operations
        return time == .elapsed ? total : total - self.time(of: .idle) - self.time(of: .delayed)
    }

    /// A part of it.
    public func time(of part: TraceBreakdown.Part) -> Double { (breakdown.parts[part] ?? 0) / operations }

    /// The same, with all that only some queues note in the parts that every queue has.
    func foldedTime(of part: TraceBreakdown.Part) -> Double {
        switch part {
        case .adding, .operation, .queue, .lock, .waking, .polling, .worker, .delayed: 0
        case .untraced:
            [.untraced, .adding, .operation, .queue, .lock, .waking, .polling, .worker].reduce(0) {
                $0 + time(of: $1)
            }
        case .idle: time(of: .idle) + time(of: .delayed)
        case .body, .tracing: time(of: part)
        }
    }
}
