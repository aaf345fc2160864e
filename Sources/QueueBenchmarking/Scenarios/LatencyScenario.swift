internal import Operations

/// The delay from the scheduled time of an operation's arrival to the start of its work, under an open load.
public struct LatencyScenario: RelativeLoadScenario {
    public static let name = "latency"
    public static let summary = "from the scheduled arrival of an operation to its start, open loop"

    public let limit: Int
    public let load: Int
    public let milliseconds: Int

    public init(limit: Int, load: Int, milliseconds: Int) {
        self.limit = limit
        self.load = load
        self.milliseconds = milliseconds
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [LatencyScenario] {
        OpenLoop.cases(profile, limits: Set([1, processors]).sorted()) {
            LatencyScenario(limit: $0, load: $1, milliseconds: $2)
        }
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let loop = OpenLoop(limit: limit, offer: .load(percent: load, milliseconds: milliseconds))
        return try await loop.run(name, subject, recorder) { queue, index, due, log in
            queue.addOperation { log.record(index, due: due) }
        }
    }
}
