internal import ArgumentParser

/// The tool. Each subcommand is a file.
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scripts/history",
        abstract: "Keeps the results of many commits and machines, and finds where they change.",
        discussion: """
            Examples:
              scripts/history add results/2026-*
              scripts/history
              scripts/history --queue lock --scenario empty,chain --all
              scripts/history --anchor foundation
              scripts/history page --output results/history.html
              scripts/history calibrate --series 1000

            \(ExitStatus.discussion)
            """,
        subcommands: [ShowCommand.self, AddCommand.self, PageCommand.self, CalibrateCommand.self],
        defaultSubcommand: ShowCommand.self)
}
