public import AdvancedOperations
internal import ConcurrencyPrimitives
public import Metrics
public import Operations

/// Counts the events of operations, and measures how long they execute.
///
/// | metric | kind | counts or measures |
/// |---|---|---|
/// | `operations_started_total` | counter | operations whose work began |
/// | `operations_produced_total` | counter | operations that these have produced |
/// | `operations_cancelled_total` | counter | operations that were cancelled, whatever came out |
/// | `operations_finished_total` | counter | ends, by the dimension `outcome` (``OperationOutcome``) |
/// | `operations_executing` | meter | operations that execute at the moment |
/// | `operations_duration` | timer | from start to end, by `outcome`; not of those that never started |
///
/// The dimensions are those that the observer was made with, so their number doesn't grow with the operations. Make an observer
/// for each kind of operation that is to be told apart.
///
/// One observer may be added to any number of operations, once to each. It may be used from any thread. It keeps an operation
/// from its start to its end. Of one to which it was added after its start, it counts what follows, without a duration.
public final class MetricsObserver: OperationObserver {
    private struct End: Sendable {
        let count: Counter
        let duration: Timer
    }

    private let started: Counter
    private let produced: Counter
    private let cancelled: Counter
    private let executing: Meter
    private let ends: [OperationOutcome: End]
    /// Begins to measure, and returns what tells how long that is ago.
    private let stopwatch: @Sendable () -> @Sendable () -> Duration
    /// Of the operations that execute. By the operation and not by its address, which another may have later.
    private let running = Mutex<[AdvancedOperation: @Sendable () -> Duration]>([:])

    /// - Parameters:
    ///   - dimensions: Of all metrics, besides `outcome`.
    ///   - prefix: With what the metrics' names begin, instead of `operations`.
    ///   - factory: What makes the metrics.
    ///   - clock: What measures durations.
    public init(
        dimensions: [(String, String)] = [], prefix: String = "operations",
        factory: any MetricsFactory = MetricsSystem.factory,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        func counter(_ name: String) -> Counter {
            Counter(label: "\(prefix)_\(name)_total", dimensions: dimensions, factory: factory)
        }
        started = counter("started")
        produced = counter("produced")
        cancelled = counter("cancelled")
        executing = Meter(label: "\(prefix)_executing", dimensions: dimensions, factory: factory)
        let pairs = OperationOutcome.allCases.map { outcome in
            let all = dimensions + [("outcome", outcome.rawValue)]
            let end = End(
                count: Counter(label: "\(prefix)_finished_total", dimensions: all, factory: factory),
                duration: Timer(label: "\(prefix)_duration", dimensions: all, factory: factory))
            return (outcome, end)
        }
        ends = Dictionary(uniqueKeysWithValues: pairs)
        stopwatch = {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }
    }

    public func operationWillStart(_ operation: AdvancedOperation) {
        started.increment()
        executing.increment()
        let elapsed = stopwatch()
        running.withLock { $0[operation] = elapsed }
    }

    public func operation(_ operation: AdvancedOperation, didProduce newOperation: Operation) {
        produced.increment()
    }

    public func operationDidCancel(_ operation: AdvancedOperation) { cancelled.increment() }

    public func operationDidFinish(_ operation: AdvancedOperation, errors: [any Error]) {
        let elapsed = running.withLock { $0.removeValue(forKey: operation) }
        // There is one for each outcome.
        let end = ends[OperationOutcome(of: operation, errors: errors)]!
        end.count.increment()
        guard let elapsed else { return }
        executing.decrement()
        end.duration.recordNanoseconds(Self.nanoseconds(elapsed()))
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
