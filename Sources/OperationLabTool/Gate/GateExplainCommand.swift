internal import ArgumentParser
private import RegressionGate
private import Reporting

/// `oplab gate explain`: shows the values behind a verdict.
struct GateExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Shows the values behind a gate's verdict.",
        discussion: """
            For each comparison: the distributions of base, head and control, the differences between the variants \
            block by block, and the outlier blocks with the state of the machine.

            Example: \(toolName) gate explain results/gate/gate-runs.csv --scenario 'empty limit=1'
            """)

    @Argument(help: .init("A gate-runs.csv, or the folder that contains it.", valueName: "FILE"))
    var file: String

    @Option(help: .init("Only this queue; 'anchor' is the anchor.", valueName: "NAME"))
    var queue: String?

    @Option(help: .init("Only cases that begin with this.", valueName: "CASE"))
    var scenario: String?

    @Option(help: .init("Only this metric.", valueName: "NAME"))
    var metric: String?

    func run() throws {
        let path = OutputFolder.isFolder(file) ? "\(file)/\(GateRunsCSV.fileName)" : file
        Terminal.output(
            try GateExplanation.text(
                try GateRunsFile.read(path), queue: queue, case: scenario, metric: metric,
                width: Terminal.width))
    }
}
