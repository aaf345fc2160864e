internal import ArgumentParser
private import ConcurrencyPrimitives
private import FoundationEssentials
private import LinuxPlatform
private import Operations
internal import QueueConformance
internal import QueueExploration
private import Reporting
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
    }

    func run() async throws {
        let subjects = try QueueNames.explorableSubjects(queue)
        let rules = try Self.rules(rule)
        let search = search ?? strategy ?? "\(ExplorationStrategy.rotating)"
        guard let strategy = ExplorationStrategy(named: search) else {
            throw UnknownName("search", search, among: ExplorationStrategy.all.map { "\($0)" })
        }
        let token = try replay.map { try Self.token($0, rules, subjects) }

        let executable = try OwnExecutable.path()
        let folder = FileManager.default.temporaryDirectory.appending(path: "oplab-explore-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = ExplorationSession(
            launcher: ExplorationLauncher(executable: executable, folder: folder.path), strategy: strategy,
            schedules: schedules ?? (time == nil ? 2_000 : .max / 2), seconds: time, seed: seed,
            replay: token,
            jobs: jobs ?? ProcessorCount.available, isQuiet: quiet)
        let table = try await session.run(rules, subjects)
        Terminal.output(table.text(width: Terminal.width))
        let status = ExitStatus.worst(
            of: table.standings.map(ExitStatus.init)
                + (Interruption.shared.isRequested ? [.interrupted] : []))
        if status != .success { throw status }
    }

    /// The explored rules that a command line names.
    ///
    /// - Throws: ``UsageError`` for a name of no rule, or of none that is explored.
    private static func rules(_ lists: [String]) throws -> [ExploredRule] {
        let explored = ExplorationBook.all.map(\.id)
        for pattern in lists.flatMap(CommaList.items) {
            let named = try RulePatterns.rules([pattern], among: RuleBook.all).map(\.id)
            if Set(named).isDisjoint(with: explored) {
                throw UsageError(
                    "\(named.count == 1 ? "rule \(pattern) is" : "the rules \(pattern) are") not explored: "
                        + "'\(toolName) conform' judges by \(named.count == 1 ? "it" : "them"). Explored are "
                        + explored.map(\.description).joined(separator: ", "))
            }
        }
        let chosen = try RulePatterns.rules(lists, among: RuleBook.all).map(\.id)
        return ExplorationBook.all.filter { chosen.contains($0.id) }
    }

    private static func token(
        _ text: String, _ rules: [ExploredRule], _ subjects: [any ExplorableSubject]
    ) throws -> ReplayToken {
        guard let token = ReplayToken(text) else { throw UsageError("'\(text)' is no replay token") }
        guard rules.count == 1, subjects.count == 1 else {
            throw UsageError("--replay needs one --rule and one --queue: a token is for a scenario")
        }
        let scenarios = rules[0].scenarios(subjects[0])
        guard scenarios.contains(where: token.isFor) else {
            throw UsageError("the token is not for \(scenarios[0])")
        }
        return token
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
