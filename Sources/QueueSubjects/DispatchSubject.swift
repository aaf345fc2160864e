public import QueueAdapters
public import QueueConformance

/// A dispatch queue, serial or concurrent.
public struct DispatchSubject: ConformanceSubject {
    public typealias Queue = DispatchOperationQueue

    let queueWidth: Queue.Width

    /// The subject whose queues are of this width.
    public init(_ width: Queue.Width) { queueWidth = width }

    public var name: String { "dispatch-\(queueWidth)" }
    public var summary: String { "a \(queueWidth) queue of Dispatch" }

    public func makeQueue() -> Queue { Queue(queueWidth) }

    public func currentQueue() -> Queue? { Queue.current }
}
