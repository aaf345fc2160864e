internal import ArgumentParser
private import TextFormats

/// `oplab readme`: prints a page with the figures of a run put in, for `scripts/readme`.
struct ReadmeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "readme", abstract: "Prints a page with the figures of a run put in.",
        discussion: """
            What lies between a line '<!-- generated: NAME -->' and the next line '<!-- end -->' is replaced by the text \
            that the run gives for this name: \(ReadmeFigures.Name.allCases.map(\.rawValue).joined(separator: ", ")).

            Example: oplab readme README.md --results results/reference

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
