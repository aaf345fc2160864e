internal import ArgumentParser
private import RegressionGate
private import Reporting

/// `oplab gate explain`: the values that a verdict was made of.
struct GateExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Shows the values that a gate's verdict was made of.",
        discussion: """
            Of each comparison: how the values of base, head and control lie, how the variants differ block by \
            block, and the blocks that lie furthest out, with what the machine did meanwhile.

            Example: oplab gate explain results/gate/gate-runs.csv --scenario 'empty limit=1'
            """)

    @Argument(help: .init("A gate-runs.csv, or the folder that it lies in.", valueName: "FILE"))
    var file: String

    @Option(help: .init("Only this queue; 'anchor' is one.", valueName: "NAME"))
    var queue: String?

    @Option(help: .init("Only the cases that begin so.", valueName: "CASE"))
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
