public import QueueAdapters
public import QueueConformance

/// No queue at all, to show what the harness itself costs.
public struct InlineSubject: ConformanceSubject {
    public let name = "inline"
    public let summary = "no queue: everything runs in the call that adds, which shows the harness's own cost"

    /// The subject; it has no state.
    public init() {}

    public func makeQueue() -> InlineOperationQueue { InlineOperationQueue() }
}
