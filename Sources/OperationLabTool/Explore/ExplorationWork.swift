internal import Operations
internal import QueueConformance
internal import QueueExploration
internal import Reporting
internal import ScheduleExploration
private import TextFormats

/// One rule on one queue.
struct ExploredScenario: Sendable {
    let rule: ExploredRule
    let queue: String
}

/// What a command line of `oplab explore` asks for.
struct ExplorationWork {
    let scenarios: [ExploredScenario]
    let strategy: ExplorationStrategy
    let schedules: Int
    let token: ReplayToken?
    let corpus: TokenCorpus?
    /// The tokens of the corpus for each scenario.
    let known: [[ReplayToken]]
    /// What the result depends on, for the parts of a run.
    let plan: [String: String]
    /// The rules that don't apply to a queue.
    private let inapplicable: [(rule: ExploredRule, queue: String, missing: QueueCapability)]

    init(_ command: ExploreCommand) throws {
        let subjects = try QueueNames.explorableSubjects(command.queue)
        let rules = try Self.rules(command.rule)
        let search = command.search ?? command.strategy ?? "\(ExplorationStrategy.rotating)"
        guard let strategy = ExplorationStrategy(named: search) else {
            throw UnknownName("search", search, among: ExplorationStrategy.all.map { "\($0)" })
        }
        self.strategy = strategy
        schedules = command.schedules ?? (command.time == nil ? 2_000 : .max / 2)
        token = try command.replay.map { try Self.token($0, rules, subjects) }
        var scenarios: [ExploredScenario] = []
        var inapplicable: [(ExploredRule, String, QueueCapability)] = []
        for subject in subjects {
            let capabilities = subject.claims
            for rule in rules {
                if let missing = rule.needs.first(where: { !capabilities.contains($0) }) {
                    inapplicable.append((rule, subject.name, missing))
                } else {
                    scenarios.append(ExploredScenario(rule: rule, queue: subject.name))
                }
            }
        }
        self.scenarios = scenarios
        let corpus = command.corpus.map { TokenCorpus(folder: $0) }
        self.corpus = corpus
        known = try scenarios.map { try corpus?.tokens(for: $0.rule.id, $0.queue) ?? [] }
        self.inapplicable = inapplicable
        plan = [
            "queues": subjects.map(\.name).joined(separator: ","),
            "rules": rules.map { "\($0.id)" }.joined(separator: ","), "search": search,
            "seed": "\(command.seed)",
            "schedules": "\(schedules)", "time": command.time.map { "\($0)" } ?? "",
            "corpus": known.joined().map(\.description).joined(separator: " "),
        ]
    }

    /// - Parameters:
    ///   - outcomes: Those of each scenario's processes.
    ///   - isPart: Whether they are those of a part of the run.
    func table(_ outcomes: [[ShardOutcome]], isPart: Bool) -> ExplorationTable {
        var table = ExplorationTable(isPart: isPart)
        for (rule, queue, missing) in inapplicable { table.addNotApplicable(rule, queue, missing) }
        for (scenario, outcomes) in zip(scenarios, outcomes) where !outcomes.isEmpty {
            table.add(scenario.rule, scenario.queue, outcomes, isReplay: token != nil)
        }
        return table
    }

    /// Stores the tokens of what has failed in the corpus.
    func store(_ outcomes: [[ShardOutcome]]) throws {
        guard let corpus else { return }
        for (scenario, outcomes) in zip(scenarios, outcomes) {
            for (token, reason) in outcomes.compactMap(\.failure) {
                try corpus.add(token, scenario.rule.id, scenario.queue, reason: reason)
            }
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

extension ExploreCommand: ShardableCommand {
    /// Runs a part of the schedules of each scenario.
    func run(_ part: ShardEnvironment.Finding, _ work: ExplorationWork) async throws {
        let folder = try OutputFolder(preparing: output ?? "", without: Self.files)
        var record = try ShardRecord(ShardManifest(Self.self, part, plan: work.plan), in: folder)
        let outcomes = try await explore(work, part.shard)
        try record.end(outcomes, isComplete: !Interruption.shared.isRequested)
        try finish(outcomes, of: work, in: nil, isPart: true)
    }

    func finish(_ parts: ShardSet) async throws {
        let work = try ExplorationWork(self)
        try parts.checkPlan(work.plan)
        let results = try parts.results([[ShardOutcome]].self)
        guard results.allSatisfy({ $0.count == work.scenarios.count }) else {
            throw UsageError("a part has another number of scenarios than its plan")
        }
        let folder = try output.map { try OutputFolder(preparing: $0, without: Self.files) }
        let outcomes = work.scenarios.indices.map { scenario in results.flatMap { $0[scenario] } }
        try finish(outcomes, of: work, in: folder)
    }
}
