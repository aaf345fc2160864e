public import Operations
public import QueueConformance
public import ScheduleExploration

/// A rule about a race, with a scenario that is explored to judge it.
///
/// The rule's check in `RuleBook` sees the interleavings that happen; this sees those that an explorer makes. For
/// queues that synchronise through `ConcurrencyPrimitives` and nothing else (`ExplorableSubject`).
public struct ExploredRule: Identifiable, Sendable {
    typealias Body = @Sendable (any ExplorableSubject) async -> Void

    public let id: RuleID
    /// What races with what.
    public let race: String
    /// What a queue has to be able to do, or the rule is not applicable.
    public let needs: [QueueCapability]
    /// What some schedule has to have met, or the hazard was not there.
    public let coveragePoints: [String]
    let body: Body

    init(
        _ id: RuleID, _ race: String, needs: [QueueCapability] = [], covers coveragePoints: [String] = [],
        _ body: @escaping Body
    ) {
        self.id = id
        self.race = race
        self.needs = needs
        self.coveragePoints = coveragePoints
        self.body = body
    }

    /// How the scenario is named in a replay token.
    public func scenario(_ subject: any ExplorableSubject) -> String { "\(id) on \(subject.name)" }

    /// Explores the scenario on a subject's queue.
    public func explore(
        _ subject: any ExplorableSubject, _ plan: ExplorationPlan = ExplorationPlan()
    ) async -> ExplorationReport {
        await ScheduleExploration.explore(plan, name: scenario(subject)) { await body(subject.fresh()) }
    }

    /// Runs the scenario on a subject's queue again and again for real, until it fails.
    public func stress(_ subject: any ExplorableSubject, runs: Int, seconds: Int) async -> StressReport {
        await ScheduleExploration.stress(runs: runs, seconds: seconds) { await body(subject.fresh()) }
    }

    /// The coverage points that no schedule has met.
    public func missed(_ report: ExplorationReport) -> [String] {
        coveragePoints.filter { report.covered[$0] == nil }
    }
}
