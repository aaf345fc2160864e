internal import ArgumentParser
private import ChildProcesses
private import FoundationEssentials
private import QueueConformance
private import QueueExploration
internal import ScheduleExploration

/// The child of `oplab explore`: explores one rule on one queue, or a part of its schedules. Each line of its
/// output is an ``ExplorationMessage``.
struct ExploreShardCommand: ChildCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore-shard",
        abstract: "Explores one rule in this process, for '\(toolName) explore'.",
        shouldDisplay: false)

    /// An ``ExplorationRequest``, as JSON.
    @Argument var request: String

    func run() async throws {
        let parent = ParentProcess()
        // After ``ParentProcess``, which ignores SIGINT. The parent sends the signal again if this one came too
        // early.
        Interruption.shared.listen(asChild: true)
        @Sendable func send(_ message: ExplorationMessage) throws {
            parent.send([UInt8](try JSONEncoder().encode(message)))
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
        plan.processor = request.processor
        plan.keepsTraces = request.keepsTraces
        plan.tokenFile = try TokenFile(path: request.tokenFile)
        plan.replay = request.replay
        // This program's parent has a folder of its own for them.
        plan.failureFolder = nil
        plan.progress = { report in
            // A lost report doesn't matter: the next one replaces it.
            try? send(ExplorationMessage(isLast: false, report: report))
            return !Interruption.shared.isRequested
        }
        try send(ExplorationMessage(isLast: true, report: await rule.explore(subject, plan)))
    }
}
