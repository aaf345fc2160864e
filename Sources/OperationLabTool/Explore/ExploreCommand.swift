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
              \(toolName) explore --queue lock --rule 6.1 --replay v3:…
              \(toolName) explore --queue foundation --expect deviations.txt

            \(ExitStatus.discussion)
            """)

    @Option(
        help: .init(
            "The queues to judge.",
            discussion:
                "Default: \(QueueNames.explorationDefaults); with --program those that it names and can explore.",
            valueName: "NAME,…"))
    var queue: [String] = []

    @Option(
        help: .init(
            "A program that explores queues of its own, with OperationLabTool; --queue names some.",
            valueName: "WORKER"))
    var program: String?

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
            "A file of known deviations.",
            discussion: "As for '\(toolName) conform'. Here one that isn't found is no mistake.",
            valueName: "FILE"))
    var expect: String?

    @Option(
        help: .init(
            "The output folder, without an earlier run. It gets \(ExploreCommand.fileName), and in 'failures' a page and a trace for Perfetto of each schedule that failed and whose steps were recorded.",
            valueName: "DIR"
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
        let work = try await work()
        if let part = try sharding.chosen() { return try await run(part, of: work) }
        let folder = try outputFolder(for: work)
        try finish(await explore(work), of: work, in: folder, isPart: false)
    }

    func explore(_ work: ExplorationWork, _ part: Shard? = nil) async throws -> [[ShardOutcome]] {
        let folder = try ScratchFolder("explore")
        defer { folder.remove() }
        let session = ExplorationSession(
            launcher: ExplorationLauncher(
                executable: try work.worker ?? OwnExecutable.path(), folder: folder.path),
            strategy: work.strategy, schedules: work.schedules, seconds: time, seed: seed, replay: work.token,
            jobs: jobs ?? ProcessorCount.available, part: part, isQuiet: quiet)
        let known = try await replays(work, session)
        guard !Interruption.shared.isRequested else { return known.map { $0.map { [$0] } ?? [] } }
        let failed = Set(known.indices.filter { known[$0] != nil })
        let explored = try await session.run(work.scenarios, but: failed)
        // Each part has run the tokens, and knows the same of them: the first one says so.
        let isTold = part.map { $0.number == 1 } ?? true
        return zip(known, explored).map { known, explored in known.map { isTold ? [$0] : [] } ?? explored }
    }

    /// The outcome of the first token of the corpus that fails again, for each scenario.
    private func replays(
        _ work: ExplorationWork, _ session: ExplorationSession
    ) async throws -> [ShardOutcome?] {
        var failed: [ShardOutcome?] = work.scenarios.map { _ in nil }
        var (run, stale) = (0, 0)
        for (index, scenario) in work.scenarios.enumerated() {
            for token in work.known[index] where failed[index] == nil && !Interruption.shared.isRequested {
                let outcome = try await session.outcome(of: token, scenario)
                run += 1
                if outcome.failure != nil { failed[index] = outcome }
                if case .report(let report) = outcome, report.failure == nil, !report.hasPassed { stale += 1 }
            }
        }
        if run > 0 {
            let again = failed.indices.filter { failed[$0] != nil }.map {
                "\(work.scenarios[$0].rule.id) on \(work.scenarios[$0].queue)"
            }
            Terminal.error(
                "\(toolName) explore: ran \(run) of the corpus's tokens"
                    + (again.isEmpty ? "" : "; there fails again: \(again.joined(separator: ", "))")
                    + (stale == 0 ? "" : "; \(stale) no longer fit the program") + "\n")
        }
        return failed
    }
}
