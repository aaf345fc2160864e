public import QueueAdapters
public import QueueBenchmarking
public import QueueConformance

/// A serial dispatch queue.
public struct DispatchSerialSubject: DispatchSubject, FixedWidthSubject {
    public let name = "dispatch-serial"
    public let summary = "a serial queue of Dispatch"
    public let fixedWidth = 1
    public let width = QueueWidth.fixed(1)

    /// The subject; it has no state.
    public init() {}

    public func makeQueue() -> DispatchOperationQueue { DispatchOperationQueue(.serial) }
}
