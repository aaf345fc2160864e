private import BenchmarkStatistics
private import QueueBenchmarking
private import QueueConformance
public import RegressionGate
private import TextFormats

/// Writes calibration.csv: one record for each comparison of each gate of a calibration.
public struct GateCalibrationCSV: Sendable {
    public static let fileName = "calibration.csv"

    private let writer: CSVWriter

    /// Creates the file, with its header.
    ///
    /// - Throws: `FileError` if it exists or can't be written.
    public init(creating path: String) throws {
        writer = try CSVWriter(
            creating: path,
            columns: [
                "trial", "planted", "verdict", "is_right", "seconds", "seed", "queue", "case", "metric",
                "base",
                "head", "effect", "effect_lower", "effect_upper", "p_holm", "blocks", "line_verdict",
                "control_effect", "control_verdict", "detectable",
                "rules_version",
            ])
    }

    /// Appends one record for each comparison of a gate.
    ///
    /// - Throws: `FileError`.
    public func append(_ trial: GateCalibration.Trial) throws {
        let report = trial.report
        let common = [
            "\(trial.number)", "\(trial.plant)", report.verdict.rawValue, trial.isRight ? "1" : "0",
            Decimals.rounded(report.seconds, places: 3), "\(report.settings.seed)",
        ]
        for line in report.lines {
            let estimate = line.effect?.estimate
            let numbers = [
                line.base, line.head, estimate?.point, estimate?.interval?.lower, estimate?.interval?.upper,
                line.pValue,
            ].map { $0.map(Decimals.shortest) }
            try writer.append(
                common + ["\(line.subject)", line.item, line.metric] + numbers + [
                    "\(line.blocks)", line.verdict.rawValue,
                    (line.control?.effect.point).map(Decimals.shortest), line.control?.verdict.rawValue,
                    (line.control?.detectable).map(Decimals.shortest), RuleBook.version,
                ])
        }
    }
}
