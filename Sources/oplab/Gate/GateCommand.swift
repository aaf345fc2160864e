internal import ArgumentParser

/// `oplab gate`: whether one build of a queue is worse than another.
struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate",
        abstract: "Compares two builds of a queue, and says whether the second is worse.",
        discussion: """
            Examples:
              oplab gate --base old/oplab --head new/oplab
              oplab gate --base old/oplab --head new/oplab --config gate.json --output results/gate
              oplab gate explain results/gate --scenario chain
              oplab gate calibrate

            'oplab gate run --help' says how it compares, what the options are, and how it ends.
            """,
        subcommands: [GateRunCommand.self, GateExplainCommand.self, GateCalibrateCommand.self],
        defaultSubcommand: GateRunCommand.self)
}
