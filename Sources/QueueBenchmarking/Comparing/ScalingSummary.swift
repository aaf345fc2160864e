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
        var groups: [(scenario: String, parameters: ScenarioParameters)] = []
        var sizes: [[(size: Int, benchmarkCase: BenchmarkCase)]] = []
        for benchmarkCase in summary.cases {
            guard let scale = Scenarios.scale(of: benchmarkCase.scenario),
                let size = benchmarkCase.parameters[scale]
            else { continue }
            let rest = ScenarioParameters(benchmarkCase.parameters.values.filter { $0.key != scale })
            let group = groups.firstIndex { $0 == (benchmarkCase.scenario, rest) }
            if let group {
                sizes[group].append((size, benchmarkCase))
            } else {
                groups.append((benchmarkCase.scenario, rest))
                sizes.append([(size, benchmarkCase)])
            }
        }
        lines = zip(groups, sizes).flatMap { group, sizes in
            summary.subjects.compactMap { subject in
                Self.line(
                    subject, group.scenario, group.parameters, sizes.sorted { $0.size < $1.size }, summary)
            }
        }
    }

    /// Nil if the queue has no measurement at any size.
    private static func line(
        _ subject: SubjectID, _ scenario: String, _ parameters: ScenarioParameters,
        _ cases: [(size: Int, benchmarkCase: BenchmarkCase)], _ summary: BenchmarkSummary
    ) -> Line? {
        let costs = cases.map { each in
            // Values are for each operation, and the size is the number of operations.
            (
                each.size,
                summary.rounds(.processCPUTime, of: subject, at: each.benchmarkCase).mapValues {
                    $0 * Double(each.size)
                }
            )
        }.filter { !$0.1.isEmpty }
        if costs.isEmpty { return nil }
        let all = Set(costs.flatMap { $0.1.keys }).sorted()
        let complete = all.compactMap { round -> [Double]? in
            let values = costs.compactMap { $0.1[round] }
            return values.count == costs.count ? values : nil
        }
        var slope: LogLogSlope?
        var refusal: String?
        do throws(LogLogSlope.Refusal) {
            slope = try LogLogSlope(sizes: costs.map { Double($0.0) }, rounds: complete)
        } catch {
            refusal = sentence(error)
        }
        return Line(
            subject: subject, scenario: scenario, parameters: parameters, sizes: costs.map(\.0),
            rounds: complete.count, incompleteRounds: all.count - complete.count, slope: slope,
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
