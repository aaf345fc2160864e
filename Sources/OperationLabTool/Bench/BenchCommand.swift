internal import ArgumentParser
private import ConcurrencyPrimitives
private import FoundationEssentials
private import LinuxPlatform
internal import QueueBenchmarking
private import QueueConformance
private import Reporting

/// `oplab bench`: measures queues.
struct BenchCommand: AsyncParsableCommand {
    enum Profile: String, CaseIterable, ExpressibleByArgument {
        case quick, standard, full

        var value: BenchmarkProfile {
            switch self {
            case .quick: .quick
            case .standard: .standard
            case .full: .full
            }
        }
    }

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

            \(ExitStatus.discussion)
            """)

    @Option(help: .init("The queues to measure.", discussion: "Default: all.", valueName: "NAME,…"))
    var queue: [String] = []

    @Option(
        help: .init(
            "The scenarios to run: names, or names with some parameters after a space.",
            discussion: "Default: all. Example: --scenario 'chain,empty limit=1;producers=1'.",
            valueName: "CASE,…"))
    var scenario: [String] = []

    @Option(
        help: .init(
            "The scheduling strategies of lock and actor, each in its own row; 'all' for all.",
            discussion: "Default: the standard one. '\(toolName) list strategies' lists them.",
            valueName: "NAME,…")
    )
    var queueStrategy: [String] = []

    /// The former name of ``queueStrategy``.
    @Option(help: .hidden) var strategy: [String] = []

    @Option(
        help:
            "How much to measure: quick (under 90 s on an idle machine), standard (about 10 min) or full (hours)."
    )
    var profile = Profile.quick

    @Option(
        help: .init(
            "The number of rounds, instead of the profile's; even.", valueName: "N"))
    var rounds: Int?

    @Option(
        help: .init(
            "The seed for the order of the runs and the arrival times.", discussion: "Default: a new one.",
            valueName: "N"))
    var seed: UInt64?

    @Option(
        help: .init(
            "The output folder, without an earlier benchmark. A conformance.csv in it becomes part of the summary.",
            discussion: "Default: results/<UTC date-time>-<host> in the current folder.", valueName: "DIR"))
    var output: String?

    @Flag(help: "Don't show the progress.")
    var quiet = false

    func validate() throws {
        if let rounds, rounds < 2 || !rounds.isMultiple(of: 2) {
            throw ValidationError("--rounds is \(rounds), and must be even and at least 2.")
        }
    }

    func run() async throws {
        let profile = rounds.map { self.profile.value.with(rounds: $0) } ?? self.profile.value
        let subjects = try BenchSelection.subjects(queue, strategies: queueStrategy + strategy)
        let processors = ProcessorCount.available
        let cases = try BenchSelection.cases(scenario, profile, processors: processors)
        let seed = seed ?? UInt64(UInt32.random(in: 0...UInt32.max))
        let runner = BenchmarkRunner(
            subjects: subjects, scenarios: cases, profile: profile, seed: seed, processors: processors)
        let folder = try OutputFolder(
            preparing: output ?? Self.defaultFolder(), without: BenchmarkResults.fileNames)
        let conformance = try Self.conformance(in: folder)
        let manifest = RunManifest(
            commandLine: CommandLine.arguments, seed: seed, profile: profile, runner: runner,
            toolchain: Toolchain(swift: await BenchProvenance.toolchain()),
            commit: await BenchProvenance.commit(of: try OwnExecutable.path()))
        let launcher = MeasureLauncher(executable: try OwnExecutable.path())
        let session = try BenchSession(runner, launcher, manifest, folder, conformance, isQuiet: quiet)
        let status = try await session.run()
        if status != .success { throw status }
    }

    private static func defaultFolder() -> String {
        let time = Date.now.formatted(.iso8601).map { $0 == ":" ? "-" : $0 }
        return "results/\(String(time))-\(MachineDescription.current.host)"
    }

    private static func conformance(in folder: OutputFolder) throws -> ConformanceTally? {
        let file = folder.file(ConformanceCSV.fileName)
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        return try UsageError.onFileError { try ConformanceTally(reading: file) }
    }
}
