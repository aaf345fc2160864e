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
        commandName: "bench", abstract: "Measures what queues cost.",
        discussion: """
            Every queue is run at every scenario, round after round, in an order that the seed decides, each \
            two rounds of a scenario in a process of their own. Each run checks that its operations ran once \
            each and within the limit; a run that fails the check has no timing, and the exit status is then \
            1. Prints a table, and writes measurements.csv, \
            manifest.json and summary.md (results/README.md says what is in them). Build for release: a \
            debug build's times say nothing.

            Examples:
              oplab bench
              oplab bench --queue lock,foundation --scenario empty --profile standard
              oplab bench --seed 7 --output results/mine

            \(ExitStatus.discussion)
            """)

    @Option(help: .init("The queues to measure.", discussion: "Default: all.", valueName: "NAME,…"))
    var queue: [String] = []

    @Option(
        help: .init(
            "What to measure them at: a scenario, or some of its parameters behind a space.",
            discussion: "Default: all. As in --scenario 'chain,empty limit=1;producers=1'.",
            valueName: "CASE,…"))
    var scenario: [String] = []

    @Option(
        help: .init(
            "How lock and actor schedule, each as a row of its own; 'all' for every way.",
            discussion: "Default: the standard way. 'oplab list strategies' lists them.", valueName: "NAME,…")
    )
    var queueStrategy: [String] = []

    /// What ``queueStrategy`` was called before.
    @Option(help: .hidden) var strategy: [String] = []

    @Option(help: "How much to measure: quick (under 90 s), standard (about 8 min) or full (hours).")
    var profile = Profile.quick

    @Option(
        help: .init(
            "How many rounds, in place of the profile's; an even number.", valueName: "N"))
    var rounds: Int?

    @Option(
        help: .init(
            "Decides the order of the runs, and the times of arrival.", discussion: "Default: a new one.",
            valueName: "N"))
    var seed: UInt64?

    @Option(
        help: .init(
            "A folder to write to. No benchmark may lie there; conformance.csv may, and goes into the summary.",
            discussion: "Default: results/<UTC date-time>-<host> in the current folder.", valueName: "DIR"))
    var output: String?

    @Flag(help: "Say nothing about progress.")
    var quiet = false

    func validate() throws {
        if let rounds, rounds < 2 || !rounds.isMultiple(of: 2) {
            throw ValidationError("--rounds is \(rounds), and has to be even and 2 or more.")
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
