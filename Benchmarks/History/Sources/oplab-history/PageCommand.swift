internal import ArgumentParser
private import HistoryReports
private import TextFormats

/// `scripts/history page`: the series as pictures, in one file.
struct PageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page", abstract: "Writes one page of HTML with a picture of each series.",
        discussion: """
            Series that change come first, with the commands that confirm their changes; the others are behind a filter. The page \
            needs no network. An earlier page is replaced, and no other file.

            \(ExitStatus.discussion)
            """)

    @OptionGroup var options: SeriesOptions
    @Option(help: .init("The page.", valueName: "FILE.html"))
    var output: String

    func run() throws {
        if TextFile.exists(output), try !TextFile.contents(output).contains(HistoryPage.mark) {
            throw FileError(
                action: "replace", path: output, reason: "'page' didn't write it; choose another --output")
        }
        let reports = try options.reports()
        try AtomicFile.replace(output, HistoryPage(reports).text)
        Terminal.output("Page: \(output)\n")
        if reports.allSatisfy(\.isInconclusive) {
            Terminal.error("scripts/history: there are too few runs for any change point\n")
            throw ExitStatus.inconclusive
        }
    }
}
