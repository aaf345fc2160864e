internal import Operations

/// The delay from the scheduled time of an operation's arrival to the start of its work, where operations arrive at a rate that
/// is the same for every queue.
///
/// ``LatencyScenario`` compares queues at equal utilization, where a faster queue gets more to do. This one says what a given
/// load costs in latency, and from which rate on a queue doesn't keep up (the knee of its curve).
public struct OfferedRateScenario: OpenLoopScenario {
    public static let name = "offered-rate"
    public static let summary =
        "from the scheduled arrival of an operation to its start, at rates that are the same for every queue"
    // Some queues don't keep up with all rates: a mean over the rates would say nothing.
    public static let isComparedByCost = false

    /// The parameter that is the number of operations a second.
    public static let rate = "rate"

    public let limit: Int
    /// How many operations arrive in a second.
    public let rate: Int
    /// How many arrive in all.
    public let operations: Int

    public init(limit: Int, rate: Int, operations: Int) {
        self.limit = limit
        self.rate = rate
        self.operations = operations
    }

    private static let rates = [10_000, 30_000, 100_000, 300_000, 1_000_000]
    /// So that a run in which a queue doesn't keep up ends soon.
    private static let mostOperations = 30_000

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [OfferedRateScenario] {
        if profile.isQuick { return [] }
        return rates.map {
            OfferedRateScenario(
                limit: processors, rate: $0,
                operations: min(mostOperations, $0 * profile.runMilliseconds / 1_000))
        }
    }

    public static func rounds(_ profile: BenchmarkProfile) -> Int { profile.costlyRounds }

    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["limit", "operations", Self.rate]), values[1] > 0,
            values[2] > 0
        else { return nil }
        self.init(limit: values[0], rate: values[2], operations: values[1])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "operations": operations, Self.rate: rate])
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let loop = OpenLoop(limit: limit, offer: .rate(perSecond: rate, operations: operations))
        return try await loop.run(name, subject, recorder) { queue, index, due, log in
            queue.addOperation { log.record(index, due: due) }
        }
    }
}
