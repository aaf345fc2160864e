internal import FaultyQueues
internal import QueueAdapters
public import QueueBenchmarking

extension SubjectRegistry {
    /// The queues that are measured where none is named. To add one, write its ``BenchmarkSubject`` and a line
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
}
