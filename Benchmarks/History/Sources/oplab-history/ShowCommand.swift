internal import ArgumentParser
private import HistoryReports

/// `scripts/history show`: the series, and where they change.
struct ShowCommand: ParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json
    }

    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows where series change. This is the default.",
        discussion: """
            Each machine and profile is shown by itself: they are never compared. A change lies between two commits, and \
            has a ratio with a 95% interval, and a p-value.

            \(ExitStatus.discussion)
            """)

    @OptionGroup var options: SeriesOptions
    @Flag(help: "Also list the series that have no change.")
    var all = false
    @Option(help: "The output format: text or json.")
    var format = Format.text

    func run() throws {
        let reports = try options.reports()
        switch format {
        case .json: Terminal.output(try HistoryJSON.text(reports))
        case .text: Terminal.output(text(reports))
        }
        if reports.allSatisfy(\.isInconclusive) { throw ExitStatus.inconclusive }
    }

    private func text(_ reports: [SettingReport]) -> String {
        guard !reports.isEmpty else { return "The database has no runs.\n" }
        let list = reports.count > 1 ? HistoryText.settings(reports.map(\.setting)) + "\n" : ""
        return list
            + reports.map { HistoryText.report($0, isComplete: all, width: Terminal.width) }
            .joined(separator: "\n")
    }
}
