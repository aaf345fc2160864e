internal import BenchmarkStatistics
internal import QueueBenchmarking
private import TextFormats

/// One number of a comparison with everything that identifies it: `oplab compare` writes it as CSV and JSON.
public struct ComparisonRow: Hashable, Codable, Sendable {
    /// The meaning of ``estimate``.
    public enum Kind: String, Codable, Sendable {
        /// The queue's median divided by the anchor's.
        case ratio
        /// The exponent of the growth of the cost of a whole run with the size.
        case exponent
        /// The ratio in the second run divided by that in the first.
        case ratioOfRatios = "ratio_of_ratios"
    }

    /// The conclusion from the estimate, if its interval allows one.
    public enum Mark: String, Codable, Sendable {
        case best, steep, lower, higher
    }

    public var kind: Kind
    public var scenario: String
    public var parameters: String
    public var metric: String
    public var unit: String
    public var queue: String
    /// Nil if there is no comparison.
    public var anchor: String?
    /// The median of the run, in the unit; nil in a comparison of two runs, whose times can't be compared.
    public var median: Double?
    /// Nil if there is none; ``note`` explains why.
    public var estimate: Double?
    /// The ends of the interval; nil if there is none.
    public var lower: Double?
    public var upper: Double?
    public var mark: Mark?
    public var runs: Int?
    public var failedRuns: Int?
    public var overloadedRuns: Int?
    public var outliers: Int?
    public var note: String?

    static let columns = [
        "kind", "scenario", "parameters", "metric", "unit", "queue", "anchor", "median", "estimate", "lower",
        "upper", "mark", "runs", "failed_runs", "overloaded_runs", "outliers", "note",
    ]

    /// In the order of the columns.
    var fields: [String?] {
        let numbers = [median, estimate, lower, upper].map { $0.map(Decimals.shortest) }
        let counts = [runs, failedRuns, overloadedRuns, outliers].map { $0.map { "\($0)" } }
        return [kind.rawValue, scenario, parameters, metric, unit, queue, anchor] + numbers
            + [mark?.rawValue] + counts + [note]
    }
}

extension ComparisonRow {
    /// The rows of one run.
    static func rows(_ comparison: RunComparison) -> [ComparisonRow] {
        comparison.tables.flatMap { table in
            table.lines.map { line in
                ComparisonRow(
                    kind: .ratio, scenario: table.benchmarkCase.scenario,
                    parameters: "\(table.benchmarkCase.parameters)", metric: table.metric.rawValue,
                    unit: table.metric.unit, queue: "\(line.subject)", anchor: "\(comparison.anchor)",
                    median: line.median?.point, estimate: line.ratio?.point,
                    lower: line.ratio?.interval?.lower, upper: line.ratio?.interval?.upper,
                    mark: line.isBest ? .best : nil, runs: line.runs, failedRuns: line.failures.count,
                    overloadedRuns: line.overloaded, outliers: line.outliers,
                    note: line.ratio == nil ? "nothing to compare with" : nil)
            }
        } + comparison.scaling.lines.map(row)
    }

    private static func row(_ line: ScalingSummary.Line) -> ComparisonRow {
        let estimate = line.slope?.slope
        return ComparisonRow(
            kind: .exponent, scenario: line.scenario, parameters: "\(line.parameters)",
            metric: Metric.processCPUTime.rawValue, unit: "exponent", queue: "\(line.subject)",
            estimate: estimate?.point, lower: estimate?.interval?.lower, upper: estimate?.interval?.upper,
            mark: line.isSteep ? .steep : nil, runs: line.rounds, note: line.refusal)
    }

    /// The rows of two runs.
    static func rows(_ comparison: CrossRunComparison) -> [ComparisonRow] {
        comparison.tables.flatMap { table in
            table.lines.map { line in
                ComparisonRow(
                    kind: .ratioOfRatios, scenario: table.benchmarkCase.scenario,
                    parameters: "\(table.benchmarkCase.parameters)", metric: table.metric.rawValue,
                    unit: table.metric.unit, queue: "\(line.subject)", anchor: "\(comparison.anchor)",
                    estimate: line.ratio?.point, lower: line.ratio?.interval?.lower,
                    upper: line.ratio?.interval?.upper, mark: mark(line.ratio),
                    note: line.ratio == nil ? "a divisor is 0" : nil)
            }
        }
    }

    /// The conclusion from an interval that excludes 1.
    static func mark(_ ratio: Estimate?) -> Mark? {
        guard let interval = ratio?.interval else { return nil }
        return interval.upper < 1 ? .lower : interval.lower > 1 ? .higher : nil
    }
}
