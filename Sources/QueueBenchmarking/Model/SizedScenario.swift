/// A scenario whose parameters are a limit and a number of operations.
public protocol SizedScenario: Scenario {
    var operations: Int { get }

    init(limit: Int, operations: Int)
}

extension SizedScenario {
    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["limit", "operations"]) else { return nil }
        self.init(limit: values[0], operations: values[1])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "operations": operations])
    }
}
