internal import Operations

/// Operations whose bodies block their thread for a known time, as those that wait for input, a lock or a server.
///
/// At limit −1, which a queue has if nobody sets it, all could block at once. ``Metric/excessTime`` says how much longer
/// they take than one of them. A queue with a fixed number of threads takes as many times longer as its threads need
/// turns. A queue that replaces threads that are blocked takes less. At the other limit, twice the number of
/// processors, the queue must use what it was given, and no more.
///
/// No body waits for another, so every queue can end.
public struct BlockingScenario: Scenario {
    public static let name = "blocking"
    public static let summary =
        "operations that block for a known time, without a limit and with one: how many can block at once"
    /// Each run takes some tenths of a second.
    public static let isLong = true

    /// The number of operations for each processor.
    private static let turns = 4
    /// A queue needs time to see that a thread is blocked. If the operations ended earlier, no queue would gain by it.
    private static let leastMilliseconds = 100

    public let limit: Int
    public let milliseconds: Int
    public let operations: Int

    public init(limit: Int, milliseconds: Int, operations: Int) {
        self.limit = limit
        self.milliseconds = milliseconds
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [BlockingScenario] {
        [-1, 2 * processors].map { limit in
            BlockingScenario(
                limit: limit, milliseconds: max(leastMilliseconds, profile.runMilliseconds),
                operations: turns * processors)
        }
    }

    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["limit", "milliseconds", "operations"]) else { return nil }
        self.init(limit: values[0], milliseconds: values[1], operations: values[2])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "milliseconds": milliseconds, "operations": operations])
    }

    public var hasMemory: Bool { false }

    /// Task groups are measured, although the runtime asks tasks not to block: people block in them, and this shows
    /// the price.
    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        if subject.runsInCall { return "each operation would block the one that adds" }
        // If it can't be limited, the number of processors says nothing about it here.
        return limit > 0 && subject.width == .unlimited ? "it can't be limited" : nil
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let nanoseconds = UInt64(milliseconds) * 1_000_000
        let ledger = BlockingLedger(
            count: operations, limit: subject.width.isChecked(limit) ? limit : nil, nanoseconds: nanoseconds)
        let operations = operations
        return await ledger.check(subject, limit: limit) {
            await subject.drive(limit: limit, recorder) { queue in
                for index in 0..<operations { queue.addOperation { ledger.block(index) } }
            }
        } outcome: {
            let readings = recorder.readings(operations: operations)
            let time = readings.first { $0.metric == .wallTime }?.value
            guard limit == -1, let time else { return .passed(readings) }
            let excess = time * Double(operations) - Double(nanoseconds)
            return .passed(readings + [Reading(.excessTime, excess)])
        }
    }
}
