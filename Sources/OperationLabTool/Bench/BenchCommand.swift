internal import ArgumentParser
private import QueueBenchmarking

/// `oplab bench`: measures queues.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures the cost of queues.",
        discussion: """
            Runs every queue at every scenario, round after round, in an order that depends on the seed. Every \
            two rounds of a scenario have their own process. Each run checks that every operation ran once, \
            within the limit. A run that fails its check has no times, and makes the exit status 1. Prints \
            tables, and writes measurements.csv, manifest.json and summary.md, which results/README.md of OperationLab \
            describes. Build for release: the times of a debug build mean nothing.

            Examples:
              \(toolName) bench
              \(toolName) bench --queue lock,foundation --scenario empty --profile standard
              \(toolName) bench --scenario granularity --profile standard
              \(toolName) bench --seed 7 --output results/mine
              \(toolName) bench --workload thumbnails.json --queue lock,actor,foundation

            \(WorkloadHelp.text)

            \(ExitStatus.discussion)
            """)

    @OptionGroup var options: MeasuringOptions

    func run() async throws {
        let profile = options.rounds.map { options.profile.value.with(rounds: $0) } ?? options.profile.value
        let session = try await options.session(try options.subjects(), profile)
        let status = try await session.run()
        if status != .success { throw status }
    }
}
