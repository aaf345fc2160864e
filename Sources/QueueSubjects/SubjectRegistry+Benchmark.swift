internal import FaultyQueues
internal import OperationQueues
internal import QueueAdapters
public import QueueBenchmarking

extension SubjectRegistry {
    /// The queues that are measured where none is named. To add one, write its `BenchmarkSubject` and a line
    /// here.
    public static let benchmark: [any BenchmarkSubject] = [
        LockSubject(),
        ActorSubject(),
        FoundationSubject(),
        DispatchSubject(.serial),
        DispatchSubject(.concurrent),
        TaskGroupSubject(),
        DiscardingTaskGroupSubject(),
        InlineSubject(),
    ]

    /// Queues that are wrong on purpose: they can be named, to see that a wrong result has no timing.
    public static let benchmarkFaulty: [any BenchmarkSubject] = FaultySubject.all

    /// Everything that can be measured.
    public static var benchmarkAll: [any BenchmarkSubject] {
        benchmark + strategies.map { $0 as any BenchmarkSubject } + benchmarkFaulty
    }

    /// The strategies of this project's own queues, the standard one first, with a line about each.
    public static let strategyNames: [(name: String, summary: String)] = SchedulingStrategy.all.map {
        ($0.name, $0.summary)
    }

    /// `subject` with each of the strategies named, or as it is if it has no choice.
    ///
    /// - Precondition: The names are among ``strategyNames``.
    public static func variants(
        of subject: any BenchmarkSubject, strategies: [String]
    ) -> [any BenchmarkSubject] {
        let chosen = strategies.map { name in
            guard let strategy = SchedulingStrategy(named: name) else { fatalError("No strategy '\(name)'.") }
            return strategy
        }
        switch subject {
        case is LockSubject: return chosen.map { LockSubject(strategy: $0) }
        case is ActorSubject: return chosen.map { ActorSubject(strategy: $0) }
        default: return [subject]
        }
    }
}
