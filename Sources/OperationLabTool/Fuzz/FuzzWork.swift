internal import QueueConformance
internal import QueueFuzzing
private import ScheduleExploration
private import TextFormats

/// What a command line of `oplab fuzz` asks for.
struct FuzzWork: ShardableWork {
    let subjects: [any ConformanceSubject]
    let programs: FuzzPlan
    let seeds: [UInt64]
    /// What the result depends on, for the parts of a run.
    let plan: @Sendable () throws -> [String: String]

    init(_ command: FuzzCommand) throws {
        subjects =
            try command.explore
            ? QueueNames.explorableSubjects(command.queue)
            : QueueNames.operationSubjects(command.queue, or: "fuzzed")
        let strategy = try ExplorationStrategy.chosen(command.search)
        programs = FuzzPlan(
            size: try command.programSize(), strategy: command.explore ? "\(strategy)" : nil,
            runs: command.runs ?? (command.explore ? 20 : 1))
        seeds =
            command.program.map { [$0] }
            ?? (0..<UInt64(command.programs ?? 1_000)).map { (command.seed ?? 1) &+ $0 }
        plan = { [subjects, programs, seeds] in
            [
                "queues": subjects.map(\.name).joined(separator: ","), "size": command.size,
                "search": programs.strategy ?? "", "runs": "\(programs.runs)", "seed": "\(seeds[0])",
                "programs": "\(seeds.count)", "no shrinking": "\(command.noShrinking)",
            ]
        }
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
        tally.sort()
        shown = FuzzFailure.firstOfEachKind(
            results.flatMap(\.shown).sorted { $0.program.seed < $1.program.seed })
    }

    init(queue: String, tally: FuzzLauncher.Tally, shown: [FuzzFailure]) {
        (self.queue, self.tally, self.shown) = (queue, tally, shown)
    }
}

extension FuzzCommand: ShardableCommand {
    static let pathOptions: [String] = []

    func work(merging plan: [String: String]? = nil) async throws -> FuzzWork { try FuzzWork(self) }

    func files(of work: FuzzWork) -> [String] { [Self.fileName] }

    func result(of work: FuzzWork, part: Shard) async throws -> [FuzzResult] { try await results(work, part) }

    static func isDamaged(_ results: [FuzzResult]) -> Bool { results.contains { $0.tally.isIncomplete } }

    func merged(_ parts: [[FuzzResult]], of work: FuzzWork) throws -> [FuzzResult] {
        for (index, part) in parts.enumerated() {
            let shard = Shard(number: index + 1, count: parts.count)
            let planned = work.seeds.indices.count(where: shard.contains)
            guard part.map(\.queue) == work.subjects.map(\.name),
                part.allSatisfy({ $0.tally.programs == planned })
            else {
                throw UsageError(
                    "part \(shard) doesn't have the \(planned) programs of each queue that it should")
            }
        }
        return work.subjects.indices.map { queue in FuzzResult(merging: parts.map { $0[queue] }) }
    }
}
