internal import ConcurrencyPrimitives
internal import Operations
public import QueueConformance
internal import ScheduleExploration

/// The rules that are explored.
public enum ExplorationBook {
    /// All of them, family by family.
    public static let all: [ExploredRule] =
        states + cancellation + dependencies + limits + suspension + adding + waiting + readiness
        + completion + bodies + properties + barriers + boundedWaiting + conditions + exclusivity + ends
        + groups + effects

    /// The explored rule of this number, if there is one.
    public static func rule(_ id: RuleID) -> ExploredRule? { all.first { $0.id == id } }
}

extension ExplorableSubject {
    /// Operations that count their runs.
    func operations(_ count: Int, _ bodies: ExploredBodies) -> [Queue.Operation] {
        (0..<count).map { index in makeOperation { _ in bodies.run(index) } }
    }

    func makeQueue(limit: Int) throws(NotClaimed) -> Queue {
        let queue = makeQueue()
        try queue.limited.setMaxConcurrentOperationCount(limit)
        return queue
    }

    /// A queue that runs one at a time, if that can be set.
    func makeNarrowQueue() -> Queue { (try? makeQueue(limit: 1)) ?? makeQueue() }

    func waitForAll(_ operations: [Queue.Operation]) async {
        for operation in operations { await operation.waitUntilFinished() }
    }
}
