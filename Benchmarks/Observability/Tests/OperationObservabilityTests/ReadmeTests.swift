import AdvancedOperations
import Foundation
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import OperationObservability
import OperationQueues
import Operations
import Testing
import Tracing

/// The example of README.md, with what records in memory in the place of what the process has.
@Suite struct ReadmeTests {
    @Test func exampleRecordsWithAllThree() async throws {
        let (handler, memory, tracer) = (InMemoryLogHandler(), TestMetrics(), InMemoryTracer())
        let log = LoggingObserver(Logger(label: "downloads", factory: { _ in handler }), level: .info)
        let metrics = MetricsObserver(dimensions: [("queue", "downloads")], factory: memory)
        let tracing = TracingObserver(tracer: tracer)

        let download = AdvancedTaskOperation { operation in
            await tracer.withSpan("store", context: tracing.context(of: operation)) { _ in await Task.yield()
            }
        }
        download.name = "front page"
        for observer: any OperationObserver in [log, metrics, tracing] { download.addObserver(observer) }

        let queue = LockedOperationQueue()
        queue.addOperation(download)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(handler.entries.last?.metadata["operation"] == "front page")
        #expect(tracer.finishedSpans.map(\.operationName) == ["store", "front page"])
        #expect(tracer.finishedSpans[0].parentSpanID == tracer.finishedSpans[1].spanID)
        #expect(memory.counterTotal(label: "operations_finished_total") == 1)
    }

    @Test func readmeNamesEveryMetric() throws {
        let readme = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../README.md"), encoding: .utf8)
        let memory = TestMetrics()
        _ = MetricsObserver(factory: memory)
        let labels =
            memory.counters.map(\.label) + memory.meters.map(\.label) + memory.timers.map(\.label)
        #expect(Set(labels).count == 6)
        #expect(Set(labels).filter { !readme.contains("`\($0)`") } == [])
    }
}
