internal import QueueConformance
internal import QueueFuzzing
private import ScheduleExploration
private import TextFormats

/// What a command line of `oplab fuzz` asks for.
struct FuzzWork {
    let subjects: [any ConformanceSubject]
    let plan: FuzzPlan
    let seeds: [UInt64]
    /// What the result depends on, for the parts of a run.
    let facts: [String: String]

    init(_ command: FuzzCommand) throws {
        subjects =
            try command.explore
            ? QueueNames.explorableSubjects(command.queue)
            : QueueNames.operationSubjects(command.queue, or: "fuzzed")
        let strategy = command.search ?? "\(ExplorationStrategy.rotating)"
        guard ExplorationStrategy(named: strategy) != nil else {
            throw UnknownName("search", strategy, among: ExplorationStrategy.all.map { "\($0)" })
        }
        plan = FuzzPlan(
            size: try command.programSize(), strategy: command.explore ? strategy : nil,
            runs: command.runs ?? (command.explore ? 20 : 1))
        seeds =
            command.program.map { [$0] }
            ?? (0..<UInt64(command.programs ?? 1_000)).map { (command.seed ?? 1) &+ $0 }
        facts = [
            "queues": subjects.map(\.name).joined(separator: ","), "size": command.size,
            "search": plan.strategy ?? "", "runs": "\(plan.runs)", "seed": "\(seeds[0])",
            "programs": "\(seeds.count)", "no shrinking": "\(command.noShrinking)",
        ]
    }
}

/// What programs have shown of one queue.
struct FuzzResult: Codable, Sendable {
    let queue: String
    var tally: FuzzLauncher.Tally
    /// The failures to show, made smaller: the first of each kind.
    var shown: [FuzzFailure]

    /// Joins the results of other programs of the same queue.
    init(merging results: [FuzzResult]) {
        self = results[0]
        for result in results.dropFirst() { tally.merge(result.tally) }
        tally.failures.sort { $0.program.seed < $1.program.seed }
        shown = FuzzFailure.firstOfEachKind(
            results.flatMap(\.shown).sorted { $0.program.seed < $1.program.seed })
    }

    init(queue: String, tally: FuzzLauncher.Tally, shown: [FuzzFailure]) {
        (self.queue, self.tally, self.shown) = (queue, tally, shown)
    }
}

extension FuzzCommand: ShardableCommand {
    /// Runs a part of the programs.
    func run(_ part: ShardEnvironment.Finding, _ work: FuzzWork) async throws {
        let folder = try OutputFolder(preparing: output ?? "", without: Self.files)
        var record = try ShardRecord(ShardManifest(Self.self, part, plan: work.facts), in: folder)
        let results = try await results(work, part.shard)
        try record.end(results, isComplete: !Interruption.shared.isRequested)
        try finish(results, of: work, in: nil)
    }

    func finish(_ parts: ShardSet) async throws {
        let work = try FuzzWork(self)
        try parts.checkPlan(work.facts)
        let results = try parts.results([FuzzResult].self)
        let names = work.subjects.map(\.name)
        guard results.allSatisfy({ $0.map(\.queue) == names }) else {
            throw UsageError("a part has results of other queues than its plan")
        }
        let folder = try output.map { try OutputFolder(preparing: $0, without: Self.files) }
        let merged = names.indices.map { queue in FuzzResult(merging: results.map { $0[queue] }) }
        try finish(merged, of: work, in: folder)
    }
}
