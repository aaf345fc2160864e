internal import ArgumentParser
private import TextFormats

/// `oplab readme`: prints a page with the figures of a run, for `scripts/readme`.
struct ReadmeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "readme", abstract: "Prints a page with the figures of a run.",
        discussion: """
            Replaces the text between a line '<!-- generated: NAME -->' and the next line '<!-- end -->' by the text \
            of that name for the run: \(ReadmeFigures.Name.allCases.map(\.rawValue).joined(separator: ", ")).

            Example: \(toolName) readme README.md --results results/reference

            \(ExitStatus.discussion)
            """,
        shouldDisplay: false)

    @Argument(help: .init("The page.", valueName: "FILE"))
    var page: String

    @Option(help: .init("The folder of the run, with its verdicts.", valueName: "DIR"))
    var results: String

    func run() throws {
        let sections = try GeneratedSections(try TextFile.contents(page), path: page)
        let figures = try ReadmeFigures(reading: results)
        Terminal.output(try sections.text(figures.text))
    }
}
