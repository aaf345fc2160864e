private import ChangePoints
public import HistoryStore
private import QueueBenchmarking
private import TextFormats

/// The reports as text for a terminal.
public enum HistoryText {
    /// A line for each machine and profile.
    public static func settings(_ settings: [HistoryDatabase.Setting]) -> String {
        let rows = settings.map { setting in
            [
                String(setting.machine.id.prefix(8)), setting.profile, "\(setting.runs)",
                "\(setting.commits)",
                setting.machine.phrase,
            ]
        }
        return PlainText.columns([["id", "profile", "runs", "commits", "machine"]] + rows)
    }

    /// The table of one machine and profile.
    ///
    /// - Parameters:
    ///   - isComplete: Whether to list the series without a change, too.
    ///   - width: The width of the sentences. The rows take as much as they need.
    public static func report(_ report: SettingReport, isComplete: Bool, width: Int) -> String {
        let setting = report.setting
        var text = PlainText.wrapped(
            "Machine \(setting.machine.id.prefix(8)): \(setting.machine.phrase); profile \(setting.profile)",
            indent: 0,
            width: width)
        var about =
            "\(ChangeText.count(setting.runs, "run")) of \(ChangeText.count(setting.commits, "commit"))"
        if let anchor = report.method.anchor { about += ", divided by \(anchor) in the same process" }
        text += about + "\n\n"
        let shown = isComplete ? report.analyses : report.changed
        if !shown.isEmpty { text += table(shown, report.method) + "\n" }
        let steady = report.analyses.count { $0.standing == .unchanged }
        var notes = ChangeText.notes(report)
        if !isComplete, steady > 0 {
            notes.insert("\(Decimals.grouped(steady)) series have no change point: --all lists them.", at: 0)
        }
        text += notes.map { PlainText.wrapped($0, indent: 0, width: width) }.joined()
        let spans = report.spans
        if !spans.isEmpty {
            text += "\nTo confirm a change, measure both commits side by side:\n"
            text += PlainText.columns(
                spans.map { ["", $0.span.confirmation, "\(Decimals.grouped($0.series)) series"] },
                numbers: 2..<3)
        }
        return text
    }

    private static func table(_ analyses: [SeriesAnalysis], _ method: SettingReport.Method) -> String {
        var rows = [["queue", "case", "metric", "runs", "first", "last", "change"]]
        for analysis in analyses {
            let series = analysis.series
            guard let first = series.points.first, let last = series.points.last else { continue }
            let values = ChangeText.values([first.value, last.value], of: series, method)
            let isChanged = analysis.standing == .changed
            var row =
                [
                    "\(series.id.subject)", "\(series.id.benchmarkCase)", series.id.metric.rawValue,
                    "\(series.points.count)",
                ]
                + values + [standing(analysis)]
            if !isChanged {
                rows.append(row)
                continue
            }
            for change in analysis.changes {
                row[6] = ChangeText.sentence(change, in: analysis)
                rows.append(row)
                row = [String](repeating: "", count: 7)
            }
        }
        return PlainText.columns(rows, numbers: 3..<6)
    }

    private static func standing(_ analysis: SeriesAnalysis) -> String {
        switch analysis.standing {
        case .tooFew: "too few runs"
        case .doubtful: "doubtful, p = \(ChangeText.pValue(analysis.pValue))"
        case .changed, .unchanged: ""
        }
    }
}
