internal import ArgumentParser

/// `oplab gate`: decides whether one build of a queue is worse than another.
struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate",
        abstract: "Decides whether one build of a queue is worse than another.",
        discussion: """
            Examples:
              \(toolName) gate --base old/\(toolName) --head new/\(toolName)
              \(toolName) gate --base old/\(toolName) --head new/\(toolName) --config gate.json --output results/gate
              \(toolName) gate explain results/gate --scenario chain
              \(toolName) gate calibrate

            '\(toolName) gate run --help' describes the method, the options and the exit status.
            """,
        subcommands: [GateRunCommand.self, GateExplainCommand.self, GateCalibrateCommand.self],
        defaultSubcommand: GateRunCommand.self)
}
