internal import ArgumentParser

/// The tool. Each subcommand has its own file.
struct Oplab: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oplab",
        abstract: "Tests whether an operation queue is correct, and how fast it is.",
        discussion: """
            Examples:
              oplab list rules
              oplab conform --queue lock,actor
              oplab conform --queue foundation --rule 3.7,4.*
              oplab explore --queue lock --rule 2.14
              oplab fuzz --queue lock --programs 1000 --seed 1
              oplab bench --profile quick
              oplab compare results/before results/after
              oplab gate --base old/oplab --head new/oplab
              oplab experiment 4 --queue lock

            \(ExitStatus.discussion)
            """,
        subcommands: [
            ListCommand.self, ConformCommand.self, ExploreCommand.self, FuzzCommand.self, BenchCommand.self,
            CompareCommand.self, GateCommand.self, ExperimentCommand.self, JudgeCommand.self,
            MeasureCommand.self, ExploreShardCommand.self, RunProgramsCommand.self, RunExperimentCommand.self,
            ReadmeCommand.self,
        ])

    @Flag(help: "Show the version, the commit and the version of the rules.")
    var version = false

    func run() async throws {
        guard version else { throw CleanExit.helpRequest(self) }
        Terminal.output(try await Version.text())
    }
}
