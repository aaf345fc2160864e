public import QueueAdapters
public import QueueBenchmarking
public import QueueConformance

/// No queue at all, to show what the harness itself costs.
public struct InlineSubject: ConformanceSubject {
    public let name = "inline"
    public let summary = "no queue: everything runs in the call that adds, which shows the harness's own cost"
    public let lacksOthersBecause = "it runs everything in the call that adds"

    /// The subject; it has no state.
    public init() {}

    public func makeQueue() -> InlineOperationQueue { InlineOperationQueue() }
}

extension InlineSubject: BenchmarkSubject {
    public var driver: QueueDriver<InlineOperationQueue> { .thread { _ in } }

    public var runsInCall: Bool { true }

    /// With its one producer it runs one at a time, and so keeps to any limit.
    public func makeQueue(limit: Int) -> InlineOperationQueue { makeQueue() }
}
