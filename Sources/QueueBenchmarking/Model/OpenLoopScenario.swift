/// A scenario in which operations arrive at times drawn beforehand, whether or not the queue keeps up. A thread
/// adds them.
public protocol OpenLoopScenario: Scenario {
    /// Percent of the measured capacity of the queue.
    var load: Int { get }
    /// For how long operations arrive.
    var milliseconds: Int { get }

    init(limit: Int, load: Int, milliseconds: Int)
}

extension OpenLoopScenario {
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
}
