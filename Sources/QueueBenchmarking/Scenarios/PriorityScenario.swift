private import ConcurrencyPrimitives
public import Operations

/// A flood of operations of low priority, and among them now and then one of high priority: how long those take to
/// start. The latency is from adding to the start, of the high ones only.
public struct PriorityScenario: Scenario {
    public static let name = "priority"
    public static let summary = "how long operations of high priority take to start under a flood of low ones"

    /// One of this many is of high priority.
    static let interval = 20

    public let limit: Int
    public let operations: Int

    public init(limit: Int, operations: Int) {
        self.limit = limit
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [PriorityScenario] {
        [PriorityScenario(limit: processors, operations: profile.operations)]
    }

    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["limit", "operations"]) else { return nil }
        self.init(limit: values[0], operations: values[1])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "operations": operations])
    }

    public var needs: Set<QueueCapability> { [.priorities] }
    public var hasMemory: Bool { false }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        typealias Priority = Subject.Queue.Operation.QueuePriority
        // The raw values of Foundation's levels, which every priority has.
        guard let low = Priority(rawValue: -4), let high = Priority(rawValue: 4) else {
            throw NoSuchPriority(queue: subject.name)
        }
        let count = operations
        let log = LatencyLog(count: count)
        return try await log.check(subject, limit: limit) {
            await subject.drive(limit: limit, recorder) { queue in
                for index in 0..<count {
                    let isHigh = index % PriorityScenario.interval == PriorityScenario.interval - 1
                    let added = MonotonicClock.now
                    let operation = subject.makeOperation { log.record(index, due: added) }
                    operation.queuePriority = isHigh ? high : low
                    queue.addOperation(operation)
                }
            }
        } outcome: {
            var latencies = LatencyHistogram()
            for (index, latency) in log.latencies.enumerated()
            where index % PriorityScenario.interval == PriorityScenario.interval - 1 {
                try latencies.record(latency)
            }
            return .passed(
                recorder.readings(operations: count) + latencies.readings(.latency), latency: latencies)
        }
    }
}

/// A queue that claims priorities has other levels than Foundation's.
struct NoSuchPriority: Error, CustomStringConvertible {
    let queue: String
    var description: String { "\(queue) has no priorities with the raw values -4 and 4" }
}
