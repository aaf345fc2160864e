private import TextFormats

/// Names cases: a scenario, or those of its cases that have some parameters, as in `empty limit=1;producers=1`.
public enum ScenarioPattern {
    /// Why a pattern names nothing.
    public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        case noScenario(String)
        /// What stands behind the scenario's name is not written as parameters are.
        case noParameters(String)
        /// The scenario has other cases: their parameters.
        case noCase(pattern: String, scenario: String, cases: [String])

        /// For people, with what there is instead.
        public var description: String {
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

    /// The cases that `pattern` names, in the scenario's order; never none.
    ///
    /// - Parameters:
    ///   - pattern: What to look for.
    ///   - profile: Decides which cases a scenario has.
    ///   - processors: How many the machine has; some cases depend on it.
    public static func cases(
        _ pattern: String, _ profile: BenchmarkProfile, processors: Int
    ) throws(Refusal) -> [any Scenario] {
        let parts = pattern.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = parts.first, let type = Scenarios.named(name) else {
            throw .noScenario(parts.first ?? pattern)
        }
        let all = cases(of: type, profile, processors)
        guard parts.count == 2 else { return all }
        guard let wanted = ScenarioParameters(parts[1]) else { throw .noParameters(parts[1]) }
        let found = all.filter { scenario in
            wanted.values.allSatisfy { scenario.parameters[$0.key] == $0.value }
        }
        if found.isEmpty {
            throw .noCase(pattern: pattern, scenario: type.name, cases: all.map { "\($0.parameters)" })
        }
        return found
    }

    /// A function of its own, since a type must be opened to be asked.
    private static func cases<One: Scenario>(
        of type: One.Type, _ profile: BenchmarkProfile, _ processors: Int
    ) -> [any Scenario] {
        type.cases(profile, processors: processors)
    }
}
