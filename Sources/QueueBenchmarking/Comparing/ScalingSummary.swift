public import BenchmarkStatistics

/// The growth of each queue's cost with the size, for the scenarios that run in several sizes (``Scenario/scale``):
/// the exponent of the power of the size by which the processor time of a whole run grows.
public struct ScalingSummary: Sendable {
    /// An interval above this exponent is not explained by noise and slower memory: the queue visits too many
    /// operations for each one.
    public static let limit = 1.2

    /// One queue at one scenario.
    public struct Line: Sendable {
        public let subject: SubjectID
        public let scenario: String
        /// The parameters that are the same at all sizes.
        public let parameters: ScenarioParameters
        /// In ascending order.
        public let sizes: [Int]
        /// The number of rounds with a value at all sizes; other rounds don't count.
        public let rounds: Int
        public let incompleteRounds: Int
        /// Nil if there is none.
        public let slope: LogLogSlope?
        /// Why there is no slope; nil if there is one.
        public let refusal: String?

        /// Whether the whole interval lies above ``ScalingSummary/limit``.
        public var isSteep: Bool { slope?.slope.interval.map { $0.lower > ScalingSummary.limit } ?? false }
    }

    /// By scenario, then by queue, in the order of the summary.
    public let lines: [Line]

    public init(_ summary: BenchmarkSummary) {
        lines = CaseSeries.all(of: summary, size: Scenarios.scale).flatMap { series in
            summary.subjects.compactMap { Self.line($0, series, summary) }
        }
    }

    /// Nil if the queue has no measurement at any size.
    private static func line(_ subject: SubjectID, _ series: CaseSeries, _ summary: BenchmarkSummary) -> Line?
    {
        guard let costs = series.values(.processCPUTime, of: subject, in: summary) else { return nil }
        var slope: LogLogSlope?
        var refusal: String?
        do throws(LogLogSlope.Refusal) {
            let sizes = costs.sizes.map { Double($0) }
            // Values are for each operation, and the size is the number of operations.
            slope = try LogLogSlope(sizes: sizes, rounds: costs.rounds.map { zip($0, sizes).map(*) })
        } catch {
            refusal = sentence(error)
        }
        return Line(
            subject: subject, scenario: series.scenario, parameters: series.parameters, sizes: costs.sizes,
            rounds: costs.rounds.count, incompleteRounds: costs.incompleteRounds, slope: slope,
            refusal: refusal)
    }

    private static func sentence(_ refusal: LogLogSlope.Refusal) -> String {
        switch refusal {
        case .tooFewSizes(let count): "\(count) sizes, and 4 are needed"
        case .noRounds: "no round has a value at every size"
        case .incompleteRound(let position): "round \(position) lacks a value at some size"
        case .noLogarithm(let value): "a cost is \(value), and has no logarithm"
        }
    }
}

extension Scenarios {
    /// The parameter over whose growth the cost of a scenario is fitted; nil if there is none, or the scenario is
    /// unknown.
    public static func scale(of name: String) -> String? { named(name)?.scale }
}
