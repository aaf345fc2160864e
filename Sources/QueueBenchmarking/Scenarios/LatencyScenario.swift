internal import Operations

/// How long after the time at which an operation was meant to be added its work begins, under an open load.
public struct LatencyScenario: Scenario {
    public static let name = "latency"
    public static let summary = "from the time an operation was meant to be added until it starts, open loop"

    public let limit: Int
    /// Percent of the capacity.
    public let load: Int
    /// How long operations are added.
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

    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["limit", "load", "milliseconds"]) else { return nil }
        self.init(limit: values[0], load: values[1], milliseconds: values[2])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "load": load, "milliseconds": milliseconds])
    }

    public var hasMemory: Bool { false }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        OpenLoop.skipReason(for: subject)
    }

    public func driver<Subject: BenchmarkSubject>(of subject: Subject) -> String { "thread" }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let loop = OpenLoop(limit: limit, load: load, milliseconds: milliseconds)
        return try await loop.run(name, subject, recorder) { queue, index, due, log in
            queue.addOperation { log.record(index, due: due) }
        }
    }
}
