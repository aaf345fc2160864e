internal import ArgumentParser

/// The program. Each subcommand is a file.
struct DownloadsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "downloads", abstract: "Downloads files by operations, on a queue of your choice.",
        discussion: """
            Examples:
              downloads fetch https://example.org/a.iso --into images
              downloads fetch URL1 URL2 URL3 --into DIR --limit 2 --queue actor
              downloads serve --files 3 --bytes 10000000
              downloads bench --profile quick
              downloads stress --count 1000

            \(ExitStatus.discussion)
            """,
        subcommands: [
            FetchCommand.self, ServeCommand.self, BenchCommand.self, StressCommand.self, MeasureCommand.self,
            BenchServerCommand.self,
        ])
}
