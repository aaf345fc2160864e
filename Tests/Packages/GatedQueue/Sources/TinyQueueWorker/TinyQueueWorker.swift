import QueueBenchmarking
import QueueConformance
import RegressionWorker
import TinyQueue

/// How TinyQueue is measured, and judged.
struct TinyQueueSubject: BenchmarkSubject, FixedWidthSubject {
    let name = "tiny"
    let summary = "TinyQueue"
    let width = QueueWidth.fixed(1)
    let fixedWidth = 1
    let driver = QueueDriver<TinyQueue>.thread { $0.waitUntilAllOperationsAreFinished() }
    func makeQueue(limit: Int) -> TinyQueue { TinyQueue() }
    func makeQueue() -> TinyQueue { TinyQueue() }
}

@main struct TinyQueueWorker {
    static func main() async throws {
        try await GateWorker.serve(measuring: [TinyQueueSubject()], judging: [TinyQueueSubject()])
    }
}
