private import BenchmarkStatistics
public import ChangePoints
private import TextFormats

/// Runs a calibration, and shows its rates in tables.
public struct CalibrationText: Sendable {
    private static let lengths = [10, 20, 50, 100]
    private static let steps = [2.0, 5, 10]

    private let method: EDivisive
    private let series: Int
    private let stepSeries: Int

    /// - Parameters:
    ///   - seed: The seed of everything.
    ///   - series: The number of series for each rate of false change points.
    ///   - stepSeries: The number of series for each rate of found steps.
    /// - Precondition: Both numbers are positive.
    public init(seed: UInt64, series: Int, stepSeries: Int) {
        method = EDivisive(significance: SettingReport.Method().significance, seed: seed)
        self.series = series
        self.stepSeries = stepSeries
    }

    /// The rates of series that have no change, and a change point.
    public func falseRates(_ noises: [Noise]) -> String {
        let calibration = Calibration(method, series: series)
        var rows = [["noise", "runs", "series", "false", "rate", "95% interval"]]
        for noise in noises {
            for length in Self.lengths {
                let rate = calibration.falseRate(noise, length: length)
                let interval = rate.interval
                rows.append([
                    noise.name + (noise.isExchangeable ? "" : " *"), "\(length)",
                    Decimals.grouped(rate.series),
                    Decimals.grouped(rate.count), Self.percent(rate.value),
                    "\(Self.percent(interval.lower))–\(Self.percent(interval.upper))",
                ])
            }
        }
        return "False change points, at a significance of \(Decimals.percent(method.significance))\n\n"
            + PlainText.columns(rows, numbers: 1..<6)
            + "\n* Each value depends on the one before. The test allows for that, and is approximate.\n"
    }

    /// The rates of series with a step that are found to have one.
    public func powers(_ noises: [Noise]) -> String {
        let calibration = Calibration(method, series: stepSeries)
        let sizes = Self.steps.map { "\(Decimals.shortest($0)) × noise" }
        var rows = [["noise", "runs", "after the step"] + sizes]
        for noise in noises where noise.isExchangeable {
            for length in Self.lengths {
                for place in Calibration.Place.allCases where length > 10 || place == .middle {
                    let cells = Self.steps.map { step in
                        let power = calibration.power(noise, length: length, step: step, at: place)
                        return "\(Self.percent(power.found.value)), \(Self.percent(power.placed.value))"
                    }
                    rows.append([noise.name, "\(length)", "\(length - place.index(in: length))"] + cells)
                }
            }
        }
        return
            "Series with a step that have a change point, and those with one at the step or one run beside it, of "
            + "\(Decimals.grouped(stepSeries)) each\n\n" + PlainText.columns(rows, numbers: 1..<6)
    }

    private static func percent(_ value: Double) -> String { Decimals.rounded(value * 100, places: 2) + "%" }
}
