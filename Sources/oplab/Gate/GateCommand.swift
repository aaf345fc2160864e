internal import ArgumentParser

/// `oplab gate`: decides whether one build of a queue is worse than another.
struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate",
        abstract: "Decides whether one build of a queue is worse than another.",
        discussion: """
            Examples:
              oplab gate --base old/oplab --head new/oplab
              oplab gate --base old/oplab --head new/oplab --config gate.json --output results/gate
              oplab gate explain results/gate --scenario chain
              oplab gate calibrate

            'oplab gate run --help' describes the method, the options and the exit status.
            """,
        subcommands: [GateRunCommand.self, GateExplainCommand.self, GateCalibrateCommand.self],
        defaultSubcommand: GateRunCommand.self)
}
