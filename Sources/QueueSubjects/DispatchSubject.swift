public import Operations
public import QueueAdapters
public import QueueConformance

/// A dispatch queue, serial or concurrent.
public struct DispatchSubject: ConformanceSubject {
    public typealias Queue = DispatchOperationQueue

    private let width: Queue.Width

    public init(_ width: Queue.Width) { self.width = width }

    public var name: String { "dispatch-\(width)" }
    public var summary: String { "a \(width) queue of Dispatch" }

    public func makeQueue() -> Queue { Queue(width) }

    public func makeOperation(_ body: @escaping @Sendable (Operation) -> Void) -> Operation {
        OwnOperations.operation(body)
    }
}
