internal import BenchmarkStatistics
internal import ChangePoints
internal import HistoryStore
internal import QueueBenchmarking
internal import TextFormats

/// The words of the reports.
enum ChangeText {
    /// The first digits of a commit, as many as git never confuses.
    static func short(_ commit: String) -> String { String(commit.prefix(12)) }

    /// The values of a series with their unit: "229 ns", or ratios if they are divided by those of an anchor.
    static func values(_ values: [Double], of series: StoredSeries, _ method: SettingReport.Method)
        -> [String]
    {
        guard method.anchor == nil else { return values.map { "×" + Decimals.ratio($0) } }
        let scale = UnitScale(series.id.metric.unit, of: values)
        return values.map { scale.text($0) + scale.suffix }
    }

    /// The size of a change: "×1.31 (1.28–1.34)", or the levels if there is no ratio.
    static func size(of change: ChangePoint, in analysis: SeriesAnalysis) -> String {
        guard let ratio = analysis.ratio(of: change) else {
            let interval = change.shift.interval.map {
                " (\(signed($0.lower)) to \(signed($0.upper)))"
            }
            return signed(change.shift.point) + (interval ?? "")
        }
        let interval = ratio.interval.map { " (\(Decimals.ratio($0.lower))–\(Decimals.ratio($0.upper)))" }
        return "×" + Decimals.ratio(ratio.point) + (interval ?? "")
    }

    private static func signed(_ value: Double) -> String {
        (value < 0 ? "" : "+") + Decimals.rounded(value, places: Decimals.places(for: value.magnitude))
    }

    /// Whether a change is of the scatter alone: its interval has no change of the level, too.
    private static func isOfScatter(_ change: ChangePoint) -> Bool {
        change.shift.interval.map { $0.lower <= 0 && $0.upper >= 0 } ?? (change.shift.point == 0)
    }

    /// Whether a change is for the better; nil if neither direction is, or the level may be the same.
    static func isBetter(_ change: ChangePoint, _ metric: Metric) -> Bool? {
        if isOfScatter(change) { return nil }
        return switch metric.preference {
        case .lower: change.shift.point < 0
        case .higher: change.shift.point > 0
        case .none: nil
        }
    }

    /// A p-value: two digits, and no 0 where it is only small.
    static func pValue(_ value: Double) -> String {
        var places = 2
        var bound = 0.1
        while places < 6, value < bound {
            places += 1
            bound /= 10
        }
        return value < 1e-6 ? "<0.000001" : Decimals.rounded(value, places: places)
    }

    /// One change in a sentence.
    static func sentence(_ change: ChangePoint, in analysis: SeriesAnalysis) -> String {
        let commits = analysis.commits(of: change)
        let word =
            isOfScatter(change)
            ? ", scattering differently"
            : isBetter(change, analysis.series.id.metric).map { $0 ? ", better" : ", worse" } ?? ""
        return "\(size(of: change, in: analysis))\(word), between \(short(commits.before)) and "
            + "\(short(commits.after)), p = \(pValue(change.pValue))"
    }

    /// "1 run", "2 runs".
    static func count(_ number: Int, _ noun: String) -> String {
        "\(Decimals.grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// What the tests of a setting can and can't say: a sentence each.
    static func notes(_ report: SettingReport) -> [String] {
        let (method, tested) = (report.method, report.tested)
        let tooFew = report.analyses.count - tested
        let doubtful = report.analyses.count { $0.standing == .doubtful }
        var notes: [String] = []
        if tooFew > 0 {
            notes.append(
                "\(Decimals.grouped(tooFew)) series have fewer than \(report.leastRuns) runs, or too few of different commits, for any change point."
            )
        }
        guard tested > 0 else { return notes }
        let significance = Decimals.percent(method.significance)
        if method.falseDiscoveries < 1 {
            notes.append(
                "\(Decimals.grouped(tested)) series were tested, each at \(significance). Of those called changed, at most "
                    + "\(Decimals.percent(method.falseDiscoveries)) are expected to be false (Benjamini and Hochberg), if runs don't depend on the one before. Of a series with several changes, "
                    + "that holds for the first that was found."
            )
        } else {
            let expected = Decimals.rounded(method.significance * Double(tested), places: 1)
            notes.append(
                "\(Decimals.grouped(tested)) series were tested, each at \(significance), without a correction: up to "
                    + "\(expected) of them are expected to have a change point by chance.")
        }
        let dependent = Metric.allCases.compactMap { metric in
            report.correlations[metric].flatMap {
                $0 > 0 ? "\(metric.rawValue) \(Decimals.rounded($0, places: 2))" : nil
            }
        }
        if !dependent.isEmpty {
            notes.append(
                "Each run may depend on the one before, as on a machine whose speed wanders; the tests allow for correlations of "
                    + "\(dependent.joined(separator: ", ")), approximately.")
        }
        if doubtful > 0 {
            notes.append(
                "\(Decimals.grouped(doubtful)) further series pass their own test, which among so many series says little: "
                    + "--false-discoveries 1 shows them.")
        }
        return notes
    }
}
