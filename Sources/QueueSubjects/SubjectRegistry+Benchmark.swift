internal import QueueAdapters
public import QueueBenchmarking

extension SubjectRegistry {
    /// The queues that can be measured, all of them where none is named. To add one, write its
    /// ``BenchmarkSubject`` and a line here.
    public static let benchmark: [any BenchmarkSubject] = [
        LockSubject(),
        ActorSubject(),
        FoundationSubject(),
        DispatchSubject(.serial),
        DispatchSubject(.concurrent),
        InlineSubject(),
    ]
}
