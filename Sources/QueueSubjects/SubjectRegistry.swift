internal import FaultyQueues
internal import OperationQueues
internal import QueueAdapters
public import QueueBenchmarking
public import QueueConformance

/// Every queue that the tools know, by name.
public enum SubjectRegistry {
    /// The queues that can be judged. To add one, write its `ConformanceSubject` and a line here.
    public static let conformance: [any ConformanceSubject] = [
        LockSubject(),
        ActorSubject(),
        FoundationSubject(),
        DispatchSubject(.serial),
        DispatchSubject(.concurrent),
        InlineSubject(),
    ]

    /// This project's own queues with each strategy that isn't the standard one: they can be named, and are not
    /// among those that are judged or measured where none is.
    public static let strategies: [any ConformanceSubject & BenchmarkSubject] =
        SchedulingStrategy.all.filter { $0 != .standard }.flatMap { strategy in
            [LockSubject(strategy: strategy), ActorSubject(strategy: strategy)]
                as [any ConformanceSubject & BenchmarkSubject]
        }

    /// Queues that are wrong on purpose, to judge the suite by: they can be named, and are listed last.
    public static let faulty: [any ConformanceSubject] = FaultySubject.all + FaultySubject.races

    /// The queues that are judged where none is named: this project's own.
    public static let conformanceDefaults = ["lock", "actor"]

    /// The subject called `name`; nil if there is none.
    public static func conformanceSubject(_ name: String) -> (any ConformanceSubject)? {
        (conformance + strategies.map { $0 as any ConformanceSubject } + faulty).first { $0.name == name }
    }
}
