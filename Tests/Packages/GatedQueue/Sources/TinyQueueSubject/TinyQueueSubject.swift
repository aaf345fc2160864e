public import QueueBenchmarking
public import QueueConformance
public import TinyQueue

/// How TinyQueue is measured, judged and explored.
public struct TinyQueueSubject: BenchmarkSubject, FixedWidthSubject, ExplorableSubject {
    public let name = "tiny"
    public let summary = "TinyQueue"
    public let width = QueueWidth.fixed(1)
    public let fixedWidth = 1
    public let driver = QueueDriver<TinyQueue>.thread { $0.waitUntilAllOperationsAreFinished() }
    public init() {}
    public func makeQueue(limit: Int) -> TinyQueue { TinyQueue() }
    public func makeQueue() -> TinyQueue { TinyQueue() }
}
