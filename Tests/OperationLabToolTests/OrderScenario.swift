import OperationQueues
import QueueConformance
import QueueExploration
import QueueSubjects
import ScheduleExploration

/// A scenario that weakened orders are judged by: an explored rule on one queue, or what one thread writes and another reads.
struct OrderScenario: Sendable {
    let name: String
    /// How many times the schedules of a rule.
    let share: Int
    /// Explores it by a plan.
    let explore: @Sendable (ExplorationPlan) async -> ExplorationReport
    /// The accesses that its schedules have reached.
    var accesses: Set<AccessSite> = []

    static let all: [OrderScenario] =
        publications("lock") { LockedOperationQueue() } + publications("actor") { ActorOperationQueue() }
        + rules(of: LockSubject()) + rules(of: ActorSubject())

    private static func rules(of subject: some ExplorableSubject) -> [OrderScenario] {
        ExplorationBook.all.map { rule in
            OrderScenario(name: "\(rule.id) on \(subject.name)", share: 1) { await rule.explore(subject, $0) }
        }
    }
}
