private import TextFormats

/// Names cases: a scenario, or its cases that have some parameters, as in `empty limit=1;producers=1`.
public enum ScenarioPattern {
    /// Why a pattern names nothing.
    public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        case noScenario(String)
        /// The text behind the scenario's name is no list of parameters.
        case noParameters(String)
        /// The scenario has no case with these parameters. `cases` are the parameters of its cases.
        case noCase(pattern: String, scenario: String, cases: [String])

        /// For people, with the existing names.
        public var description: String {
            switch self {
            case .noScenario(let name):
                NearestNames.sentence(unknown: "scenario", name, among: Scenarios.all.map { $0.name })
            case .noParameters(let text):
                "'\(text)' is no list of parameters, which looks like 'limit=1;operations=100'"
            case .noCase(let pattern, let scenario, let cases):
                "there is no case '\(pattern)'; those of \(scenario): \(cases.joined(separator: ", "))"
            }
        }
    }

    /// The cases that `pattern` names, in the scenario's order; never empty.
    ///
    /// - Parameters:
    ///   - pattern: A scenario, and some parameters if wanted.
    ///   - profile: Decides which cases a scenario has.
    ///   - processors: The number of processors, which some cases depend on.
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

    /// Generic, because only that opens the type.
    private static func cases<One: Scenario>(
        of type: One.Type, _ profile: BenchmarkProfile, _ processors: Int
    ) -> [any Scenario] {
        type.cases(profile, processors: processors)
    }
}
