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
        /// The profile leaves the scenario out. `others` are the profiles to choose instead.
        case noCases(scenario: String, profile: String, others: [String])

        /// For people, with the existing names.
        public var description: String {
            switch self {
            case .noScenario(let name):
                NearestNames.sentence(unknown: "scenario", name, among: Scenarios.all.map { $0.name })
            case .noParameters(let text):
                "'\(text)' is no list of parameters, which looks like 'limit=1;operations=100'"
            case .noCase(let pattern, let scenario, let cases):
                "there is no case '\(pattern)'; those of \(scenario): \(cases.joined(separator: ", "))"
            case .noCases(let scenario, let profile, let others):
                "the profile \(profile) has no cases of \(scenario)"
                    + (others.isEmpty ? "" : "; try --profile \(others.joined(separator: " or "))")
            }
        }
    }

    /// The cases that `pattern` names, in the scenario's order; never empty.
    ///
    /// - Parameters:
    ///   - pattern: A scenario, and some parameters if wanted.
    ///   - profile: Decides which cases a scenario has.
    ///   - processors: The number of processors, which some cases depend on.
    ///   - scenarios: The scenarios to choose from.
    public static func cases(
        _ pattern: String, _ profile: BenchmarkProfile, processors: Int,
        among scenarios: [any Scenario.Type] = Scenarios.all
    ) throws(Refusal) -> [any Scenario] {
        let parts = pattern.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = parts.first, let type = Scenarios.named(name, among: scenarios) else {
            throw .noScenario(parts.first ?? pattern)
        }
        let all = Scenarios.cases(of: type, profile, processors: processors)
        if all.isEmpty {
            let others = Scenarios.profiles(of: type, processors: processors).map(\.name)
            // A profile of its own, like the gate's, can't be exchanged.
            let isChosen = BenchmarkProfile.all.contains { $0.name == profile.name }
            throw .noCases(scenario: type.name, profile: profile.name, others: isChosen ? others : [])
        }
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
}
