private import ConcurrencyPrimitives
public import Operations

/// Many operations of low priority that work for some microseconds each, and while they run, operations of high
/// priority, one after the other. The latency is from adding an operation of high priority to its start.
public struct PriorityScenario: SizedScenario {
    public static let name = "priority"
    public static let summary =
        "how long operations of high priority take to start among many of low priority"

    /// One operation of high priority for so many of low priority.
    private static let interval = 20
    /// The work of each operation: the low ones must last until the last high one is added.
    private static let microseconds = 5

    public let limit: Int
    public let operations: Int

    public init(limit: Int, operations: Int) {
        self.limit = limit
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [PriorityScenario] {
        [PriorityScenario(limit: processors, operations: profile.operations)]
    }

    public var needs: Set<QueueCapability> { [.priorities] }
    public var hasMemory: Bool { false }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        typealias Priority = Subject.Queue.Operation.QueuePriority
        // The raw values of Foundation's levels, which every priority has.
        guard let low = Priority(rawValue: -4), let high = Priority(rawValue: 4) else {
            throw NoSuchPriority(queue: subject.name, level: 4)
        }
        let steps = await SpinKernel.known(to: recorder.calibrations).steps(microseconds: Self.microseconds)
        let (lows, highs) = (operations, operations / Self.interval)
        let log = PriorityLog(lows: lows, highs: highs, limit: limit < 1 ? lows + highs : limit)
        return try await log.check(subject, limit: limit) {
            await subject.drive(limit: limit, recorder) { queue in
                func add(_ index: Int, _ priority: Priority) {
                    let added = MonotonicClock.now
                    let operation = subject.makeOperation {
                        log.record(index, added: added)
                        SpinKernel.spin(steps)
                    }
                    operation.queuePriority = priority
                    queue.addOperation(operation)
                    log.hasAdded(index)
                }
                for index in 0..<lows { add(index, low) }
                // The low ones run meanwhile: a high one comes as often as a low one ends.
                for index in lows..<(lows + highs) {
                    add(index, high)
                    SpinKernel.spin(steps)
                }
            }
        } outcome: {
            var latencies = LatencyHistogram()
            for latency in log.latenciesOfHigh { try latencies.record(latency) }
            return .passed(
                recorder.readings(operations: lows + highs) + latencies.readings(.latency), latency: latencies
            )
        }
    }
}

/// A queue that claims priorities lacks Foundation's levels.
struct NoSuchPriority: Error, CustomStringConvertible {
    let queue: String
    /// Its raw value. The negative one may be missing instead.
    let level: Int
    var description: String { "\(queue) has no priorities with the raw values \(-level) and \(level)" }
}
