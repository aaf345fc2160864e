import AdvancedOperations
import ConcurrencyPrimitives
import Metrics
import MetricsTestKit
import OperationObservability
import Operations
import Testing

/// Each test on both queues.
@Suite struct MetricsObserverTests {
    private let metrics = TestMetrics()
    private let clock = ManualClock()

    private func observer(_ dimensions: [(String, String)] = []) -> MetricsObserver {
        MetricsObserver(dimensions: dimensions, factory: metrics, clock: clock)
    }

    private func total(_ name: String, _ outcome: OperationOutcome? = nil) -> Int64 {
        metrics.counterTotal(
            label: "operations_\(name)_total", dimensions: outcome.map { [("outcome", $0.rawValue)] } ?? [])
    }

    private func durations(_ outcome: OperationOutcome) throws -> [Int64] {
        try metrics.expectTimer("operations_duration", [("outcome", outcome.rawValue)]).values
    }

    private func executing() throws -> Double? { try metrics.expectMeter("operations_executing").lastValue }

    @Test(arguments: Kind.allCases) func eventsAreCountedAndDurationsMeasured(_ kind: Kind) async throws {
        let queue = kind.queue
        let observer = observer()
        let inside = Mutex<Double?>(nil)
        let operation = AdvancedBlockOperation { operation in
            let value = try executing()
            inside.withLock { $0 = value }
            clock.advance(by: .milliseconds(5))
            operation.produceOperation(BlockOperation {})
            operation.produceOperation(BlockOperation {})
        }
        operation.addObserver(observer)
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(total("started") == 1 && total("produced") == 2 && total("cancelled") == 0)
        #expect(total("finished", .succeeded) == 1 && total("finished") == 1)
        #expect(try durations(.succeeded) == [5_000_000])
        #expect(inside.withLock { $0 } == 1)
        #expect(try executing() == 0)
    }

    @Test(arguments: Kind.allCases) func endsAreCountedByTheirOutcome(_ kind: Kind) async throws {
        let queue = kind.queue
        let observer = observer()
        let bodies: [@Sendable (AdvancedOperation) throws -> Void] = [
            { _ in },
            { _ in throw TestError() },
            { $0.cancel() },
            {
                $0.cancel()
                throw CancellationError()
            },
            { $0.cancel(with: OperationTimedOut(timeout: .seconds(1))) },
            { _ in throw CancellationError() },
        ]
        for body in bodies {
            let operation = AdvancedBlockOperation(body: body)
            operation.addObserver(observer)
            queue.addOperation(operation)
            await queue.waitUntilAllOperationsAreFinished()
        }
        #expect(total("finished", .succeeded) == 1)
        #expect(total("finished", .cancelled) == 2)
        #expect(total("finished", .failed) == 3)
        #expect(total("cancelled") == 3)
        #expect(try durations(.failed).count == 3)
    }

    @Test(arguments: Kind.allCases) func operationThatNeverStartsHasNoDuration(_ kind: Kind) async throws {
        let queue = kind.queue
        let operation = AdvancedBlockOperation { _ in }
        operation.addObserver(observer())
        operation.cancel()
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(total("started") == 0 && total("cancelled") == 1 && total("finished", .cancelled) == 1)
        #expect(try durations(.cancelled) == [])
    }

    @Test(arguments: Kind.allCases) func observerAddedLateCountsWhatFollows(_ kind: Kind) async throws {
        let queue = kind.queue
        let observer = observer()
        let operation = AdvancedBlockOperation { operation in operation.addObserver(observer) }
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(total("started") == 0 && total("finished", .succeeded) == 1)
        #expect(try durations(.succeeded) == [])
        // Nothing has been taken from what was never added.
        #expect(try metrics.expectMeter("operations_executing").values == [])
    }

    @Test(arguments: Kind.allCases) func oneObserverCountsManyOperations(_ kind: Kind) async throws {
        let queue = kind.queue
        let observer = observer([("queue", "downloads")])
        let operations = (0..<200).map { _ in AdvancedBlockOperation { _ in } }
        for operation in operations {
            operation.addObserver(observer)
            queue.addOperation(operation)
        }
        await queue.waitUntilAllOperationsAreFinished()
        #expect(total("started") == 200 && total("finished", .succeeded) == 200)
        let timer = try metrics.expectTimer(
            "operations_duration", [("queue", "downloads"), ("outcome", "succeeded")])
        #expect(timer.values.count == 200)
        let meter = try metrics.expectMeter("operations_executing", [("queue", "downloads")])
        #expect(meter.lastValue == 0)
    }
}
