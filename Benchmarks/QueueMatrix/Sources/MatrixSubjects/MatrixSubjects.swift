public import QueueConformance

/// The queues of the matrix.
public enum MatrixSubjects {
    /// Queues of other projects, and well-known designs.
    public static let queues: [any JudgedSubject] = [
        DispatchSemaphoreSubject(), EventLoopSubject(), ThreadPoolSubject(), ChannelSubject(),
        PlainActorSubject(),
        DatabaseQueueSubject(), DatabasePoolSubject(), ChainedSubject(), StreamSubject(), AsyncLockSubject(),
        LimiterSubject(), HeapSubject(),
    ]

    /// The designs as they were before a mistake was mended.
    public static let flawed: [any JudgedSubject] = [
        ChainedSubject(flaw: .errorEndsChain), StreamSubject(flaw: .dropsOldest),
        AsyncLockSubject(flaw: .cancelledIsGivenPlace), LimiterSubject(flaw: .cancelledGivesBack),
        HeapSubject(flaw: .equalsAreUnordered),
    ]
}
