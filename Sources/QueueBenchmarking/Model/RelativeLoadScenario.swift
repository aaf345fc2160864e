/// A scenario in which operations arrive at a rate that depends on the queue's capacity, so that queues are compared at equal
/// utilization.
public protocol RelativeLoadScenario: OpenLoopScenario {
    /// Percent of the measured capacity of the queue.
    var load: Int { get }
    /// For how long operations arrive.
    var milliseconds: Int { get }

    init(limit: Int, load: Int, milliseconds: Int)
}

extension RelativeLoadScenario {
    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["limit", "load", "milliseconds"]) else { return nil }
        self.init(limit: values[0], load: values[1], milliseconds: values[2])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "load": load, "milliseconds": milliseconds])
    }
}
