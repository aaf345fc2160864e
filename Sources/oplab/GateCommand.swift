internal import ArgumentParser

/// `oplab gate`: whether one build of a queue is worse than another.
struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate",
        abstract: "Compares two builds of a queue, and says whether the second is worse.",
        subcommands: [GateRunCommand.self, GateExplainCommand.self, GateCalibrateCommand.self],
        defaultSubcommand: GateRunCommand.self)
}
