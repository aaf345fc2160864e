internal import ArgumentParser
private import ConcurrencyPrimitives
private import FoundationEssentials
private import LinuxPlatform
internal import QueueBenchmarking
private import QueueConformance
internal import Reporting
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

    @Option(
        help: .init(
            "The queues.",
            discussion: "Default: all; with --program those that it names, and one to compare with.",
            valueName: "NAME,…"))
    var queue: [String] = []

    @Option(
        help: .init(
            "The scenarios: names, or names with some parameters after a space.",
            discussion:
                "Default: all, unless --workload is given; 'rank' without a RUN needs this or --workload. Example: "
                + "--scenario 'chain,empty limit=1;producers=1'.",
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
        help: .init(
            "A program that measures queues of its own, with GateWorker or OperationLabTool; --queue names some.",
            valueName: "WORKER"))
    var program: String?

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
        if program != nil, !(queueStrategy + strategy).isEmpty {
            throw ValidationError(
                "--queue-strategy is for the queues of \(toolName), and --program names another's.")
        }
    }

    /// The queues, each with the chosen strategies.
    func queues() async throws -> MeasuredQueues {
        guard let program else {
            return MeasuredQueues(try BenchSelection.subjects(queue, strategies: queueStrategy + strategy))
        }
        return try await MeasuredQueues(of: program, queue)
    }

    /// What to measure: reads the workloads, and asks another program what fits its queues.
    ///
    /// - Parameters:
    ///   - queues: The queues.
    ///   - profile: How much to measure.
    ///   - processors: The number of processors.
    func work(
        _ queues: MeasuredQueues, _ profile: BenchmarkProfile, processors: Int = ProcessorCount.available
    ) async throws -> MeasuringWork {
        let workloads = try WorkloadCopies(reading: workload, processors: processors)
        let scenarios =
            workload.isEmpty || !scenario.isEmpty
            ? try BenchSelection.cases(scenario, profile, processors: processors) : []
        let all = workloads.scenarios + scenarios
        let seed = seed ?? UInt64(UInt32.random(in: 0...UInt32.max))
        let fits = try await queues.fits(at: all, workloads, processors: processors)
        return MeasuringWork(
            queues: queues, workloads: workloads, profile: profile, seed: seed, processors: processors,
            runner: BenchmarkRunner(
                subjects: queues.subjects, scenarios: all, fits: fits, profile: profile, seed: seed))
    }

    /// Prepares a run: creates the files of results.
    ///
    /// - Parameters:
    ///   - work: What to measure.
    ///   - scenarios: The names of the scenarios to run; nil for all.
    func session(_ work: MeasuringWork, only scenarios: Set<String>? = nil) async throws -> BenchSession {
        let folder = try OutputFolder(
            preparing: output ?? Self.defaultFolder(), without: BenchmarkResults.fileNames)
        let manifest = RunManifest(
            commandLine: CommandLine.arguments, seed: work.seed, profile: work.profile, runner: work.runner,
            only: scenarios,
            toolchain: Toolchain(
                swift: await BenchProvenance.toolchain(), isDebugBuild: work.queues.isDebugBuild),
            commit: await BenchProvenance.commit(of: try work.queues.program ?? OwnExecutable.path()),
            unmeasured: Unmeasured.here + work.queues.unmeasured)
        return try session(work, manifest, folder)
    }

    /// Creates the files of a run, or of one that is merged.
    func session(
        _ work: MeasuringWork, _ manifest: RunManifest, _ folder: OutputFolder
    ) throws -> BenchSession {
        let conformance = try Self.conformance(in: folder)
        let copies = try UsageError.onFileError { try work.workloads.write(to: folder.path) }
        return try BenchSession(
            work.runner, try work.queues.launcher(copies), manifest, folder, conformance, isQuiet: quiet)
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
