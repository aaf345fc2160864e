internal import ArgumentParser

/// `oplab merge`: makes one result of the parts of a run.
struct MergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Joins the parts of a run that several machines have shared.",
        discussion: """
            Prints and writes the result of the whole run. It doesn't depend on the number of parts, but for times \
            (milliseconds, schedules a second, and all that 'bench' measures) and for what is left to chance: threads that aren't controlled, \
            --time. Parts that are missing, unfinished or there twice, and parts of other runs or by other builds, are \
            named, and nothing is written then. Only the program that ran the parts can merge them.

            Examples:
              \(toolName) conform --shard 1/2 --output part1
              \(toolName) conform --shard 2/2 --output part2
              \(toolName) merge part1 part2 --output results/whole

            The exit status is that of the whole run. \(ExitStatus.discussion)
            """)

    @Argument(help: .init("The --output folders of all parts, in any order.", valueName: "DIR"))
    var parts: [String]

    @Option(help: .init("The output folder, without an earlier run.", valueName: "DIR"))
    var output: String?

    private static let commands: [any ShardableCommand.Type] = [
        ConformCommand.self, ExploreCommand.self, FuzzCommand.self, BenchCommand.self,
    ]

    func run() async throws {
        let set = try ShardSet(reading: parts)
        let name = set.manifest.command
        guard let type = Self.commands.first(where: { $0._commandName == name }) else {
            throw UsageError("the parts are of '\(name)', which this program can't merge")
        }
        try await merge(type, set)
    }

    private func merge<Command: ShardableCommand>(_ type: Command.Type, _ set: ShardSet) async throws {
        var command: Command
        do {
            command = try type.parse(set.manifest.arguments)
        } catch {
            throw UsageError(
                "this program doesn't know the arguments of the parts: \(type.message(for: error))")
        }
        command.output = output
        command.sharding.shard = nil
        try await command.merge(set)
    }
}
