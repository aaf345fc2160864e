internal import ArgumentParser
private import ConcurrencyPrimitives
private import FoundationEssentials
private import LinuxPlatform
private import Operations
internal import QueueConformance
internal import QueueExploration
internal import Reporting
internal import ScheduleExploration
private import TextFormats

/// `oplab explore`: judges queues by the rules about races, under schedules that it controls.
struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Judges queues under thousands of reproducible schedules.",
        discussion: """
            Runs the scenario of each rule about a race under many schedules: at every lock, atomic access, and \
            start of a thread or job, a strategy chooses the thread to continue. Interleavings are sequentially \
            consistent; weaker memory orders are not explored. A failing schedule is simplified if possible, and \
            printed with a token that replays it.

            Examples:
              \(toolName) explore
              \(toolName) explore --queue actor --rule 2.14 --schedules 100000
              \(toolName) explore --time 600 --jobs 2
              \(toolName) explore --queue lock --rule 6.1 --replay v2:…

            \(ExitStatus.discussion)
            """)

    @Option(
        help: .init(
            "The queues to judge.", discussion: "Default: \(QueueNames.explorationDefaults).",
            valueName: "NAME,…"))
    var queue: [String] = []

    @Option(help: .init("The rules to judge by: 3.14, or 6.* for a family.", valueName: "RULE,…"))
    var rule: [String] = []

    @Option(
        help: .init(
            "The most schedules for each rule on each queue.",
            discussion: "Default: 2000; no limit with --time.", valueName: "N"))
    var schedules: Int?

    @Option(
        help: .init(
            "The seconds for all rules and queues together, divided equally.", valueName: "SECONDS"))
    var time: Double?

    @Option(
        help: .init(
            "The search strategy: \(ExplorationStrategy.all.map { "\($0)" }.joined(separator: ", ")).",
            discussion:
                "Default: rotating, which uses the random ones in rotation. '\(toolName) list strategies' describes them.",
            valueName: "NAME"))
    var search: String?

    /// The former name of ``search``.
    @Option(help: .hidden) var strategy: String?

    @Option(help: .init("The seed of random choices.", valueName: "N"))
    var seed: UInt64 = 1

    @Option(
        help: .init(
            "The number of processes that explore at the same time.",
            discussion:
                "Default: the number of processors. It doesn't change which schedules are run.",
            valueName: "N"))
    var jobs: Int?

    @Option(help: .init("Replay the schedule of this token, for one rule on one queue.", valueName: "TOKEN"))
    var replay: String?

    @Option(
        help: .init(
            "A folder of tokens of schedules that have failed: they are run first, and new ones are added.",
            valueName: "DIR"))
    var corpus: String?

    @Option(
        help: .init(
            "The output folder, without an earlier run. It gets \(ExploreCommand.fileName).", valueName: "DIR"
        ))
    var output: String?

    @OptionGroup var sharding: ShardOptions

    @Flag(help: "Don't show the progress.")
    var quiet = false

    func validate() throws {
        if let schedules, schedules < 1 {
            throw ValidationError("--schedules is \(schedules), and must be at least 1.")
        }
        if let time, !(time > 0 && time.isFinite) {
            throw ValidationError("--time is \(time), and must be above 0.")
        }
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs), and must be at least 1.") }
        try sharding.check(output)
        if corpus != nil, replay != nil {
            throw ValidationError("--replay runs one schedule, and --corpus names others.")
        }
        if sharding.shard != nil, replay != nil {
            throw ValidationError("--replay runs one schedule, which can't be divided by --shard.")
        }
    }

    static let fileName = "exploration.csv"

    func run() async throws {
        let work = try ExplorationWork(self)
        if let part = try sharding.chosen() { return try await run(part, work) }
        let folder = try output.map { try OutputFolder(preparing: $0, without: Self.files) }
        try finish(await explore(work), of: work, in: folder)
    }

    /// The files of this command that may be in the folder.
    static let files = [fileName] + ShardRecord.fileNames

    func explore(_ work: ExplorationWork, _ part: Shard? = nil) async throws -> [[ShardOutcome]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "oplab-explore-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = ExplorationSession(
            launcher: ExplorationLauncher(executable: try OwnExecutable.path(), folder: folder.path),
            strategy: work.strategy, schedules: work.schedules, seconds: time, seed: seed, replay: work.token,
            jobs: jobs ?? ProcessorCount.available, part: part, isQuiet: quiet)
        var known = try await replays(work, part, session)
        guard !Interruption.shared.isRequested else { return known }
        let failed = Set(known.indices.filter { !known[$0].isEmpty })
        for (scenario, outcomes) in try await session.run(work.scenarios, but: failed).enumerated() {
            known[scenario] += outcomes
        }
        return known
    }

    /// The first token of the corpus that fails again, for each scenario; the scenarios are divided among parts.
    private func replays(
        _ work: ExplorationWork, _ part: Shard?, _ session: ExplorationSession
    ) async throws -> [[ShardOutcome]] {
        var failed: [[ShardOutcome]] = work.scenarios.map { _ in [] }
        var (run, stale) = (0, 0)
        for (index, scenario) in work.scenarios.enumerated() where part?.contains(index) ?? true {
            for token in work.known[index] where failed[index].isEmpty && !Interruption.shared.isRequested {
                let outcome = try await session.outcome(of: token, scenario)
                run += 1
                if outcome.isFinding { failed[index] = [outcome] }
                if case .report(let report) = outcome, report.failure == nil, !report.hasPassed { stale += 1 }
            }
        }
        if run > 0 {
            let again = failed.indices.filter { !failed[$0].isEmpty }.map {
                "\(work.scenarios[$0].rule.id) on \(work.scenarios[$0].queue)"
            }
            Terminal.error(
                "\(toolName) explore: \(run) tokens of the corpus were run"
                    + (again.isEmpty ? "" : "; there fails again: \(again.joined(separator: ", "))")
                    + (stale == 0 ? "" : "; \(stale) no longer fit the program") + "\n")
        }
        return failed
    }

    /// Prints and writes the table, and throws the status.
    func finish(
        _ outcomes: [[ShardOutcome]], of work: ExplorationWork, in folder: OutputFolder?, isPart: Bool = false
    ) throws {
        let table = work.table(outcomes, isPart: isPart)
        try folder.map { try AtomicFile.create($0.file(Self.fileName), table.csv) }
        if !isPart { try work.store(outcomes) }
        Terminal.output(table.text(width: Terminal.width))
        let status = ExitStatus.worst(
            of: table.standings.map(ExitStatus.init)
                + (Interruption.shared.isRequested ? [.interrupted] : []))
        if status != .success { throw status }
    }
}

extension ExitStatus {
    fileprivate init(_ standing: ExplorationTable.Standing) {
        switch standing {
        case .passed: self = .success
        case .broken: self = .broken
        case .inconclusive: self = .inconclusive
        case .harnessFailed: self = .harnessFailed
        }
    }
}
