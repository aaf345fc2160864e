internal import ArgumentParser
private import QueueBenchmarking

/// `oplab bench`: measures queues.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures the cost of queues.",
        discussion: """
            Runs every queue at every scenario, round after round, in an order that depends on the seed. Every \
            two rounds of a case have their own process. Each run checks that every operation ran once, \
            within the limit. A run that fails its check has no times, and makes the exit status 1. Prints \
            tables, and writes measurements.csv, manifest.json and summary.md, which results/README.md of OperationLab \
            describes. Build for release: the times of a debug build mean nothing.

            Examples:
              \(toolName) bench
              \(toolName) bench --queue lock,foundation --scenario empty --profile standard
              \(toolName) bench --scenario granularity --profile standard
              \(toolName) bench --seed 7 --output results/mine
              \(toolName) bench --workload thumbnails.json --queue lock,actor,foundation
              \(toolName) bench --program .build/release/MyWorker --scenario empty,latency

            --shard divides the scenarios among machines: all queues, and all cases of a scenario, stay on one.

            \(WorkloadHelp.text)

            \(ExitStatus.discussion)
            """)

    @OptionGroup var options: MeasuringOptions
    @OptionGroup var sharding: ShardOptions

    func validate() throws {
        try sharding.check(options.output)
        if sharding.shard != nil, options.seed == nil {
            throw ValidationError("--shard needs --seed, the same for all parts.")
        }
    }

    func run() async throws {
        let work = try await work()
        if let part = try sharding.chosen() { return try await run(part, of: work) }
        let status = try await options.session(work).run()
        if status != .success { throw status }
    }
}
