internal import BenchmarkStatistics
internal import QueueBenchmarking
private import TextFormats

/// One number of a comparison with all that is needed to know what it is: what `oplab compare` writes as CSV and
/// JSON.
public struct ComparisonRow: Hashable, Codable, Sendable {
    /// What ``estimate`` is.
    public enum Kind: String, Codable, Sendable {
        /// The queue's median divided by the anchor's.
        case ratio
        /// The power of the size that the cost of a whole run grows as.
        case exponent
        /// The ratio in the second run divided by that in the first.
        case ratioOfRatios = "ratio_of_ratios"
    }

    /// What there is to say of the estimate, where the interval allows to say it.
    public enum Mark: String, Codable, Sendable {
        case best, steep, lower, higher
    }

    public var kind: Kind
    public var scenario: String
    public var parameters: String
    public var metric: String
    public var unit: String
    public var queue: String
    /// Nil where nothing is compared with it.
    public var anchor: String?
    /// Of the run, in the unit; nil where two runs are compared, whose times have no place side by side.
    public var median: Double?
    /// Nil if there is none; ``note`` says why.
    public var estimate: Double?
    /// Of the interval, as ``upper``; nil if it has none.
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
                    note: line.ratio == nil ? "a value that is divided by is 0" : nil)
            }
        }
    }

    /// What an interval says that 1 does not lie in.
    static func mark(_ ratio: Estimate?) -> Mark? {
        guard let interval = ratio?.interval else { return nil }
        return interval.upper < 1 ? .lower : interval.lower > 1 ? .higher : nil
    }
}
