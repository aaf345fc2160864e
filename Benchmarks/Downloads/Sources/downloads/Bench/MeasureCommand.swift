internal import ArgumentParser
internal import QueueBenchmarking

/// What `downloads bench` runs this program as: it makes the runs that it is asked for.
struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Makes runs in this process, for 'downloads bench'.",
        shouldDisplay: false)

    static let scenarios: [any DownloadScenario.Type] = [SmallFilesScenario.self, LargeFilesScenario.self]

    @Option var server: String
    @Option var scratch: String?

    func run() async throws {
        BenchServer.use(server, scratch: scratch)
        try await BenchmarkWorker.serve(DownloadingSubjects.all, scenarios: Self.scenarios)
    }
}
