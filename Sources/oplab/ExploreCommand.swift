internal import ArgumentParser
private import Operations
internal import QueueConformance
internal import ScheduleExploration

/// `oplab explore`: judges queues by the rules about races, under schedules that it controls.
struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Judges queues under thousands of schedules, each of which can be run again.",
        discussion: """
            Each rule about a race has a scenario, which is run under many schedules: at every lock, atomic access \
            and start of a thread or job, a strategy chooses who goes on. Interleavings are sequentially \
            consistent; weaker memory is not explored. A schedule that fails is made simpler where it can be and \
            printed, with a token that runs it again.

            Examples:
              oplab explore
              oplab explore --queue actor --rule 2.14 --schedules 100000
              oplab explore --queue lock --rule 6.1 --replay v1:…

            \(ExitStatus.discussion)
            """)

    @Option(help: .init("The queues to judge.", discussion: "Default: lock,actor.", valueName: "NAME,…"))
    var queue: [String] = []

    @Option(help: .init("The rules to judge by: 3.14, or 6.* for a family.", valueName: "RULE,…"))
    var rule: [String] = []

    @Option(help: "How many schedules to run of each scenario, at most.")
    var schedules = 2_000

    @Option(
        help: .init(
            "How to go through them.", discussion: "Default: rotating, each of the random ones in turn."))
    var strategy = "rotating"

    @Option(help: "What random choices depend on.")
    var seed: UInt64 = 1

    @Option(help: .init("Run the one schedule of this token, of one rule on one queue.", valueName: "TOKEN"))
    var replay: String?

    @Flag(help: "Say nothing about progress.")
    var quiet = false

    func validate() throws {
        if schedules < 1 { throw ValidationError("--schedules is \(schedules), and has to be 1 or more.") }
    }

    func run() async throws {
        let subjects = try QueueNames.subjects(queue, default: ["lock", "actor"])
        if let subject = subjects.first(where: { !$0.isExplorable }) {
            throw UsageError(
                "'\(subject.name)' can't be explored: it doesn't synchronise through ConcurrencyPrimitives alone"
            )
        }
        let ids = Set(ExplorationBook.all.map(\.id))
        let chosen = try RulePatterns.rules(rule, among: RuleBook.all.filter { ids.contains($0.id) }).map(
            \.id)
        let rules = ExplorationBook.all.filter { chosen.contains($0.id) }
        guard let strategy = ExplorationStrategy(named: strategy) else {
            throw UsageError(unknown: "strategy", strategy, among: ExplorationStrategy.all.map { "\($0)" })
        }
        let token = try replay.map { try Self.token($0, rules, subjects) }

        let progress = Progress(
            "exploring", total: rules.count * subjects.count, isQuiet: quiet)
        var statuses: [ExitStatus] = []
        var lines = [Self.row("rule", "queue", "schedules", "distinct", "choices", "per second", "verdict")]
        var findings: [String] = []
        var total = 0
        for subject in subjects {
            for rule in rules {
                if Interruption.shared.isRequested { break }
                progress.advance("\(rule.id) on \(subject.name)")
                if let missing = rule.needs.first(where: { !subject.makeQueue().capabilities.contains($0) }) {
                    lines.append(Self.row("\(rule.id)", subject.name, "", "", "", "", "not applicable"))
                    findings.append("\(rule.id) on \(subject.name): the queue has no \(missing.rawValue)")
                    continue
                }
                let report = await rule.explore(
                    subject, strategy: strategy, schedules: schedules, seed: seed, replay: token)
                total += report.schedules
                let (word, status, finding) = Self.verdict(rule, report, isReplay: token != nil)
                statuses.append(status)
                if let finding { findings.append("\(rule.id) on \(subject.name): \(finding)") }
                let rate = Double(report.schedules) * 1e9 / Double(max(1, report.nanoseconds))
                lines.append(
                    Self.row(
                        "\(rule.id)", subject.name, "\(report.schedules)", "\(report.distinct)",
                        "\(report.choices / max(1, report.schedules))", "\(Int(rate))", word))
            }
        }
        progress.end()
        Terminal.output(lines.joined(separator: "\n") + "\n")
        for finding in findings { Terminal.output("\n\(finding)\n") }
        Terminal.output("\n\(total) schedules, sequentially consistent; choices are per schedule.\n")
        if Interruption.shared.isRequested { statuses.append(.interrupted) }
        let status = ExitStatus.worst(of: statuses)
        if status != .success { throw status }
    }

    private static func token(
        _ text: String, _ rules: [ExploredRule], _ subjects: [any ConformanceSubject]
    ) throws -> ReplayToken {
        guard let token = ReplayToken(text) else { throw UsageError("'\(text)' is no replay token") }
        guard rules.count == 1, subjects.count == 1 else {
            throw UsageError("--replay needs one --rule and one --queue: a token is for a scenario")
        }
        let scenario = rules[0].scenario(subjects[0])
        guard token.isFor(scenario) else { throw UsageError("the token is not for \(scenario)") }
        return token
    }

    private static func verdict(
        _ rule: ExploredRule, _ report: ExplorationReport, isReplay: Bool
    ) -> (word: String, status: ExitStatus, finding: String?) {
        switch report.outcome {
        case .failed(let failure): return ("failed", .broken, "\(failure)")
        case .nondeterministic(let reason), .blockedOutside(let reason), .unsupported(let reason):
            return ("inconclusive", .inconclusive, reason)
        case .vacuous: return ("inconclusive", .inconclusive, "there was nothing to choose")
        case .passed:
            let missed = isReplay ? [] : rule.missed(report)
            if missed.isEmpty { return (report.isComplete ? "passed (all)" : "passed", .success, nil) }
            return ("inconclusive", .inconclusive, "no schedule came to: \(missed.joined(separator: ", "))")
        }
    }

    private static func row(_ cells: String...) -> String {
        let widths = [5, 12, -10, -9, -8, -11]
        return zip(cells, widths + [0]).map { cell, width in
            let space = String(repeating: " ", count: max(0, abs(width) - cell.count))
            return width < 0 ? space + cell : cell + space
        }.joined(separator: " ")
    }
}
