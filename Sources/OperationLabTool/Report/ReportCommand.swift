internal import ArgumentParser
private import Operations
private import QueueSubjects
private import Reporting
private import TextFormats

/// `oplab report`: writes one page that shows results.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Writes one page of HTML that shows results.",
        discussion: """
            The page begins with what matters: which queue is the fastest and by how much, which queue keeps which \
            rules, whether something regressed, and whether the measurement can be trusted. Below are pictures, and \
            tables that sort and filter. It is one file, which needs no network.

            A folder may hold the files of bench, conform, explore, gate, gate calibrate and why, in any combination. Two \
            benchmarks of the same cases are also compared, before and after. A file that can't be read is left out, \
            named on the page, and makes the exit status 2.

            '\(ReportPage.installation)' in a clone of OperationLab installs Plotly, whose script draws the pictures. Elsewhere \
            --plotly names it. Without it the page has sentences and tables.

            Examples:
              \(toolName) report results/mine
              \(toolName) report results/before results/after --output comparison.html

            Exit status: 0 the page is written; 2 it is written without a file that can't be read; 3 there are too \
            few rounds for a sentence, which the page says instead; 64 bad usage, which includes a folder without \
            results, a page that can't be written, and an existing file that 'report' didn't write.
            """)

    static let fileName = "report.html"

    /// Where scripts/setup --plots puts the script, relative to the working directory.
    private static let installed = ".build/plots/plotly.min.js"

    @Argument(help: .init("The folders with the results.", valueName: "RUN"))
    var runs: [String]

    @Option(
        help: .init(
            "The page.", discussion: "Default: report.html in the first RUN. An earlier page is replaced.",
            valueName: "FILE"))
    var output: String?

    @Option(
        help: .init(
            "The script of Plotly, plotly.min.js.",
            discussion:
                "Default: \(installed) in the working directory, which '\(ReportPage.installation)' makes in a clone of OperationLab.",
            valueName: "FILE"))
    var plotly: String?

    /// Of all queues that the tool knows, with their strategies.
    private static var summaries: [String: String] {
        let subjects: [any QueueSubject] =
            OperationLabTool.subjects.queues + OperationLabTool.subjects.conformanceAll
        return Dictionary(subjects.map { ($0.name, $0.summary) }, uniquingKeysWith: { first, _ in first })
    }

    func run() throws {
        let folders = try UsageError.onFileError { try runs.map { try ResultFolder(reading: $0) } }
        let path = output ?? "\(folders[0].path)/\(Self.fileName)"
        try checkIsOurs(path)
        let script = try script()
        let page = ReportPage(folders, plotly: script, summaries: Self.summaries)
        try UsageError.onFileError { try AtomicFile.replace(path, page.text) }
        Terminal.output("Report: \(path)\n")
        let problems = folders.flatMap(\.problems)
        for problem in problems { Terminal.error("\(toolName) report: \(problem)\n") }
        if script == nil {
            Terminal.error(
                "\(toolName) report: the page has no pictures, because Plotly isn't installed; '\(ReportPage.installation)' installs it in a clone of OperationLab, and --plotly names it elsewhere\n"
            )
        }
        if page.lacksRounds {
            Terminal.error(
                "\(toolName) report: there are too few rounds for some sentences; the page says which\n")
        }
        let status = ExitStatus.worst(
            of: (problems.isEmpty ? [] : [.harnessFailed]) + (page.lacksRounds ? [.inconclusive] : []))
        if status != .success { throw status }
    }

    /// A file that another program wrote isn't replaced.
    private func checkIsOurs(_ path: String) throws {
        guard TextFile.exists(path) else { return }
        let text = try UsageError.onFileError { try TextFile.contents(path) }
        guard text.contains(ReportPage.mark) else {
            throw UsageError(
                "\(path) exists, and 'report' didn't write it. Nothing was written; choose another --output.")
        }
    }

    /// Nil if it isn't installed. A file that was named has to be there.
    private func script() throws -> String? {
        if let plotly { return try UsageError.onFileError { try TextFile.contents(plotly) } }
        guard TextFile.exists(Self.installed) else { return nil }
        return try UsageError.onFileError { try TextFile.contents(Self.installed) }
    }
}
