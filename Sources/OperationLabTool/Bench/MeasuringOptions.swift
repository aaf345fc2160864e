internal import ArgumentParser
private import ConcurrencyPrimitives
private import FoundationEssentials
private import LinuxPlatform
internal import QueueBenchmarking
private import QueueConformance
private import Reporting
private import TextFormats

/// What to measure, and where to write the results: options of every command that measures queues.
struct MeasuringOptions: ParsableArguments {
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

    @Option(help: .init("The queues.", discussion: "Default: all.", valueName: "NAME,…"))
    var queue: [String] = []

    @Option(
        help: .init(
            "The scenarios: names, or names with some parameters after a space.",
            discussion:
                "Default: all, unless --workload is given. Example: --scenario 'chain,empty limit=1;producers=1'.",
            valueName: "CASE,…"))
    var scenario: [String] = []

    @Option(
        help: .init(
            "The file of a workload of your own; may be repeated.",
            discussion:
                "It says what operations there are, and when they are added. '\(toolName) bench --help' shows one.",
            valueName: "FILE"))
    var workload: [String] = []

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

    /// The queues, each with the chosen strategies.
    func subjects() throws -> [any BenchmarkSubject] {
        try BenchSelection.subjects(queue, strategies: queueStrategy + strategy)
    }

    /// Prepares a run: reads the workloads, and creates the files of results.
    ///
    /// - Parameters:
    ///   - subjects: The queues.
    ///   - profile: How much to measure.
    ///   - check: Throws if nothing should be measured. Nothing is created then.
    func session(
        _ subjects: [any BenchmarkSubject], _ profile: BenchmarkProfile,
        check: (BenchmarkRunner) throws -> Void = { _ in }
    ) async throws -> BenchSession {
        let processors = ProcessorCount.available
        let workloads = try WorkloadCopies(reading: workload, processors: processors)
        let scenarios =
            workload.isEmpty || !scenario.isEmpty
            ? try BenchSelection.cases(scenario, profile, processors: processors) : []
        let seed = seed ?? UInt64(UInt32.random(in: 0...UInt32.max))
        let runner = BenchmarkRunner(
            subjects: subjects, scenarios: workloads.scenarios + scenarios, profile: profile, seed: seed,
            processors: processors)
        try check(runner)
        let folder = try OutputFolder(
            preparing: output ?? Self.defaultFolder(), without: BenchmarkResults.fileNames)
        let conformance = try Self.conformance(in: folder)
        let manifest = RunManifest(
            commandLine: CommandLine.arguments, seed: seed, profile: profile, runner: runner,
            toolchain: Toolchain(swift: await BenchProvenance.toolchain()),
            commit: await BenchProvenance.commit(of: try OwnExecutable.path()))
        let copies = try UsageError.onFileError { try workloads.write(to: folder) }
        let launcher = MeasureLauncher(
            executable: try OwnExecutable.path(), arguments: ["measure"] + copies.map { "--workload=\($0)" })
        return try BenchSession(runner, launcher, manifest, folder, conformance, isQuiet: quiet)
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
