internal import FaultyQueues
internal import OperationQueues
public import Operations
public import QueueBenchmarking
public import QueueConformance

/// Every queue that the tools know, by name.
public enum SubjectRegistry {
    /// The queues, one a line. To add one, write its subject in a file of its own, and a line here.
    ///
    /// One that is a `ConformanceSubject` can be judged, and one that is a `BenchmarkSubject` is measured where no queue is
    /// named.
    public static let queues: [any QueueSubject] = [
        LockSubject(),
        ActorSubject(),
        FoundationSubject(),
        DispatchSerialSubject(),
        DispatchConcurrentSubject(),
        TaskGroupSubject(),
        DiscardingTaskGroupSubject(),
        InlineSubject(),
    ]

    /// This project's own queues with each strategy that isn't the standard one: they can be named, and are not
    /// among those that are judged or measured where none is.
    private static let strategies: [any QueueSubject] =
        SchedulingStrategy.all.filter { $0 != .standard }.flatMap { strategy in
            [LockSubject(strategy: strategy), ActorSubject(strategy: strategy)] as [any QueueSubject]
        }

    /// Queues that are wrong on purpose, to judge the suite by, and to see that a wrong result has no timing: they can be
    /// named, and are listed last.
    private static let faultyQueues: [any QueueSubject] = FaultySubject.all

    /// The queues that are judged where none is named: this project's own.
    public static let conformanceDefaults = ["lock", "actor"]

    /// The queues that can be judged.
    public static let conformance = queues.compactMap { $0 as? any ConformanceSubject }

    /// The faulty queues that can be judged; those with a race only show it where schedules are explored.
    public static let faulty =
        faultyQueues.compactMap { $0 as? any ConformanceSubject } + FaultySubject.races

    /// Everything that can be judged.
    public static var conformanceAll: [any ConformanceSubject] {
        conformance + strategies.compactMap { $0 as? any ConformanceSubject } + faulty
    }

    /// The subject called `name`; nil if there is none.
    public static func conformanceSubject(_ name: String) -> (any ConformanceSubject)? {
        conformanceAll.first { $0.name == name }
    }

    /// The queues that are measured where none is named.
    public static let benchmark = queues.compactMap { $0 as? any BenchmarkSubject }

    /// The faulty queues that can be measured.
    public static let benchmarkFaulty = faultyQueues.compactMap { $0 as? any BenchmarkSubject }

    /// Everything that can be measured.
    public static var benchmarkAll: [any BenchmarkSubject] {
        benchmark + strategies.compactMap { $0 as? any BenchmarkSubject } + benchmarkFaulty
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

extension BenchmarkSubject where Self: ConformanceSubject {
    /// What the subject claims where it is judged.
    public var capabilities: QueueCapabilities { claims }
}
