internal import ArgumentParser
private import CPlatform
private import FoundationEssentials
private import LinuxPlatform
private import QueueConformance
private import QueueExploration
private import ScheduleExploration

/// What `oplab explore` runs this program as: it explores one rule on one queue, or a part of its schedules, and tells how
/// far it is and what it has come to, an ``ExplorationMessage`` a line.
struct ExploreShardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore-shard", abstract: "Explores one rule in this process, for 'oplab explore'.",
        shouldDisplay: false)

    /// An ``ExplorationRequest``, as JSON.
    @Argument var request: String

    func run() async throws {
        // Else it goes on to its end when the one that started it is gone.
        guard oplab_end_with_reader(STDOUT_FILENO) else {
            throw UsageError("no thread can be started: \(String(cString: strerror(errno)))")
        }
        let request = try JSONDecoder().decode(ExplorationRequest.self, from: Data(request.utf8))
        guard let rule = ExplorationBook.rule(request.rule),
            let strategy = ExplorationStrategy(named: request.strategy)
        else { throw UsageError("there is no such rule or strategy in \(request)") }
        let subject = try QueueNames.explorable(QueueNames.subject(request.queue))
        var plan = ExplorationPlan()
        plan.strategy = strategy
        plan.schedules = request.schedules
        plan.seconds = request.seconds
        plan.seed = request.seed
        plan.shard = .init(request.shard, of: request.shards)
        plan.keepsTraces = request.shards > 1
        plan.tokenFile = try TokenFile(path: request.tokenFile)
        plan.replay = request.replay
        plan.progress = { report in
            // What isn't written is no loss: the next one says more.
            try? Self.say(ExplorationMessage(isLast: false, report: report))
            return !Interruption.shared.isRequested
        }
        try Self.say(ExplorationMessage(isLast: true, report: await rule.explore(subject, plan)))
    }

    private static func say(_ message: ExplorationMessage) throws {
        Terminal.output(String(decoding: try JSONEncoder().encode(message), as: UTF8.self) + "\n")
    }
}
