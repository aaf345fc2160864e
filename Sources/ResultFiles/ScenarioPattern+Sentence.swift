public import QueueBenchmarking

extension ScenarioPattern.Refusal {
    /// For people, with what there is instead.
    public var sentence: String {
        switch self {
        case .noScenario(let name):
            NearestNames.sentence(unknown: "scenario", name, among: Scenarios.all.map { $0.name })
        case .noParameters(let text):
            "'\(text)' are no parameters; they look like 'limit=1;operations=100'"
        case .noCase(let pattern, let scenario, let cases):
            "there is no case '\(pattern)'; those of \(scenario): \(cases.joined(separator: ", "))"
        }
    }
}
