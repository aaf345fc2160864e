internal import ArgumentParser

/// The tool. Each subcommand has its own file.
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: toolName,
        abstract: "Tests whether an operation queue is correct, and how fast it is.",
        discussion: """
            Examples:
              \(toolName) list rules
              \(toolName) conform --queue lock,actor
              \(toolName) conform --queue foundation --rule 3.7,4.*
              \(toolName) explore --queue lock --rule 2.14
              \(toolName) fuzz --queue lock --programs 1000 --seed 1
              \(toolName) bench --profile quick
              \(toolName) record ./my-program
              \(toolName) rank results/mine --queue lock,actor,foundation
              \(toolName) compare results/before results/after
              \(toolName) report results/mine
              \(toolName) gate --base old/\(toolName) --head new/\(toolName)
              \(toolName) experiment 4 --queue lock

            \(ExitStatus.discussion)
            """,
        subcommands: [
            ListCommand.self, ConformCommand.self, ExploreCommand.self, FuzzCommand.self, BenchCommand.self,
            RecordCommand.self, RankCommand.self, CompareCommand.self, ReportCommand.self, GateCommand.self,
            ExperimentCommand.self,
            TraceCommand.self, WhyCommand.self, RunOneCommand.self,
            MergeCommand.self,
            JudgeCommand.self, MeasureCommand.self, ExploreShardCommand.self, RunProgramsCommand.self,
            RunExperimentCommand.self,
            ReadmeCommand.self,
        ])

    @Flag(help: "Show the version, and the version of the rules.")
    var version = false

    func run() async throws {
        guard version else { throw CleanExit.helpRequest(self) }
        Terminal.output(try await Version.text())
    }
}
