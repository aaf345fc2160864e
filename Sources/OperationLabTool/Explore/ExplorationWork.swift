internal import Operations
internal import QueueConformance
internal import QueueExploration
private import QueueSubjects
internal import Reporting
internal import ScheduleExploration
private import TextFormats

extension ExplorationStrategy {
    /// The strategy that `--search` names; the default if it is missing.
    ///
    /// - Throws: `UnknownName`.
    static func chosen(_ name: String?) throws -> ExplorationStrategy {
        guard let name else { return .rotating }
        guard let strategy = ExplorationStrategy(named: name) else {
            throw UnknownName("search", name, among: all.map { "\($0)" })
        }
        return strategy
    }
}

/// One rule on one queue.
struct ExploredScenario: Sendable {
    let rule: ExploredRule
    let queue: String
}

/// What a command line of `oplab explore` asks for.
struct ExplorationWork: ShardableWork {
    let scenarios: [ExploredScenario]
    let strategy: ExplorationStrategy
    let schedules: Int
    let token: ReplayToken?
    let corpus: TokenCorpus?
    /// The tokens of the corpus for each scenario.
    let known: [[ReplayToken]]
    /// The program that holds the queues; nil for this one.
    let worker: String?
    private let expectations: Expectations
    /// What the result depends on, for the parts of a run.
    let plan: @Sendable () throws -> [String: String]
    /// The rules that don't apply to a queue.
    private let inapplicable: [(rule: ExploredRule, queue: String, missing: String)]

    /// - Parameter merged: The ``plan`` of the parts, if they are only to be merged.
    init(_ command: ExploreCommand, merging merged: [String: String]?) async throws {
        let worker = try await command.program.asyncMap(WorkerProgram.init)
        let queues =
            try worker?.explored(command.queue)
            ?? QueueNames.explorableSubjects(command.queue).map { .init($0) }
        let rules = try Self.rules(command.rule)
        let strategy = try ExplorationStrategy.chosen(command.search ?? command.strategy)
        self.strategy = strategy
        schedules = command.schedules ?? (command.time == nil ? 2_000 : .max / 2)
        token = try command.replay.map { try Self.token($0, rules, queues) }
        var scenarios: [ExploredScenario] = []
        var inapplicable: [(ExploredRule, String, String)] = []
        for queue in queues {
            for rule in rules {
                if let missing = rule.missing(in: queue.capabilities) {
                    inapplicable.append((rule, queue.name, missing))
                } else {
                    scenarios.append(ExploredScenario(rule: rule, queue: queue.name))
                }
            }
        }
        if token != nil, let (rule, queue, missing) = inapplicable.first {
            throw UsageError("\(rule.id) on \(queue) can't be explored here, for want of \(missing)")
        }
        let (text, expectations) = try ExpectationsFile.read(
            command.expect, or: merged?[Self.expectationsName], judged: queues.map(\.name), by: worker)
        self.expectations = expectations
        self.worker = worker?.path
        self.scenarios = scenarios
        let corpus = try command.corpus.map { try TokenCorpus(folder: $0) }
        self.corpus = corpus
        known =
            if merged != nil { [] } else {
                try scenarios.map { try corpus?.tokens(for: $0.rule.id, $0.queue) ?? [] }
            }
        self.inapplicable = inapplicable
        plan = { [schedules, known, worker = self.worker] in
            [
                "queues": queues.map(\.name).joined(separator: ","),
                "rules": rules.map { "\($0.id)" }.joined(separator: ","), "search": "\(strategy)",
                "seed": "\(command.seed)", "schedules": "\(schedules)",
                "time": command.time.map { "\($0)" } ?? "",
                "worker": try worker.map(ShardManifest.digest) ?? "",
                Self.corpusName: merged?[Self.corpusName]
                    ?? known.joined().map(\.description).joined(separator: " "),
                Self.expectationsName: text,
                "interposition": try ExplorationProcess.interposition.map(ShardManifest.digest) ?? "",
            ]
        }
    }

    /// - Parameters:
    ///   - outcomes: Those of each scenario's processes.
    ///   - isPart: Whether they are those of a part of the run.
    func table(_ outcomes: [[ShardOutcome]], isPart: Bool) -> ExplorationTable {
        var table = ExplorationTable(expecting: expectations, isPart: isPart)
        for (rule, queue, missing) in inapplicable { table.addNotApplicable(rule, queue, lacking: missing) }
        for (scenario, outcomes) in zip(scenarios, outcomes) {
            if !outcomes.isEmpty {
                table.add(scenario.rule, scenario.queue, outcomes, isReplay: token != nil)
            } else if !isPart {
                table.addNotExplored(scenario.rule, scenario.queue)
            }
        }
        return table
    }

    private static let corpusName = "corpus"
    private static let expectationsName = "expectations"

    /// Stores the tokens of the failures that a table shows.
    func store(_ table: ExplorationTable) throws {
        for failure in table.failures {
            try corpus?.add(failure.token, failure.rule, failure.queue, reason: failure.reason)
        }
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
        _ text: String, _ rules: [ExploredRule], _ queues: [ConformanceRunner.JudgedQueue]
    ) throws -> ReplayToken {
        guard let token = ReplayToken(text) else { throw UsageError("'\(text)' is no replay token") }
        guard rules.count == 1, queues.count == 1 else {
            throw UsageError("--replay needs one --rule and one --queue: a token is for a scenario")
        }
        // How many scenarios a queue of another program has, only that knows: it says so itself.
        if let subject = OperationLabTool.subjects.conformanceSubject(queues[0].name)
            as? any ExplorableSubject,
            case let scenarios = rules[0].scenarios(subject), !scenarios.contains(where: token.isFor)
        {
            throw UsageError("the token is not for \(scenarios[0])")
        }
        return token
    }
}

extension ExploreCommand: ShardableCommand {
    static let pathOptions = ["--program", "--corpus", "--expect"]

    func work(merging plan: [String: String]? = nil) async throws -> ExplorationWork {
        try await ExplorationWork(self, merging: plan)
    }

    func files(of work: ExplorationWork) -> [String] { [Self.fileName] }

    func result(of work: ExplorationWork, part: Shard) async throws -> [[ShardOutcome]] {
        try await explore(work, part)
    }

    static func isDamaged(_ outcomes: [[ShardOutcome]]) -> Bool {
        outcomes.joined().contains(where: \.isLost)
    }

    func merged(_ parts: [[[ShardOutcome]]], of work: ExplorationWork) throws -> [[ShardOutcome]] {
        for (index, part) in parts.enumerated() where part.count != work.scenarios.count {
            throw UsageError(
                "part \(index + 1)/\(parts.count) has \(part.count) scenarios, not \(work.scenarios.count)")
        }
        return try work.scenarios.enumerated().map { index, scenario in
            let outcomes = parts.flatMap { $0[index] }
            let place = "\(scenario.rule.id) on \(scenario.queue)"
            if outcomes.isEmpty { throw UsageError("no part has a result for \(place)") }
            // What has failed ends early; so does what has a limit of time.
            let reports = outcomes.compactMap { if case .report(let report) = $0 { report } else { nil } }
            let isWhole =
                reports.count == outcomes.count && reports.allSatisfy { $0.hasPassed && !$0.isComplete }
            let sum = reports.reduce(0) { $0 + $1.schedules }
            if isWhole, time == nil, work.strategy.isSeeded, sum != work.schedules {
                throw UsageError("the parts have \(sum) schedules of \(place), not \(work.schedules)")
            }
            return outcomes
        }
    }

    func finish(
        _ outcomes: [[ShardOutcome]], of work: ExplorationWork, in folder: OutputFolder?, isPart: Bool
    ) throws {
        let table = work.table(outcomes, isPart: isPart)
        Terminal.output(table.text(width: Terminal.width))
        if let folder {
            try AtomicFile.create(folder.file(Self.fileName), table.csv)
            let pages = try table.recorded.map { scenario, failure in
                try failure.write(of: scenario, to: folder.file("failures"))
            }
            for page in pages { Terminal.output("page: \(page)\n") }
        }
        if !isPart { try work.store(table) }
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
