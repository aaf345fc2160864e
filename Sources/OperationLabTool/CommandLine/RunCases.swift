internal import QueueBenchmarking
private import TextFormats

/// The cases of a run that a command line names.
enum RunCases {
    /// Those that `pattern` names: a scenario, and some parameters if wanted.
    ///
    /// - Throws: `UnknownName` or ``UsageError`` if there are none.
    static func cases(_ pattern: String, _ cases: [BenchmarkCase]) throws -> [BenchmarkCase] {
        let parts = pattern.split(separator: " ", maxSplits: 1).map(String.init)
        guard let first = parts.first else { throw UsageError("--scenario names no scenario") }
        let name = Scenarios.renamed(first)
        let all = cases.filter { $0.scenario == name }
        if all.isEmpty {
            throw UnknownName("scenario", name, among: Set(cases.map(\.scenario)).sorted())
        }
        guard parts.count == 2 else { return all }
        guard let wanted = ScenarioParameters(parts[1]) else {
            throw UsageError(
                "'\(parts[1])' is no list of parameters, which looks like 'limit=1;operations=100'")
        }
        let found = all.filter { one in wanted.values.allSatisfy { one.parameters[$0.key] == $0.value } }
        if found.isEmpty {
            throw UsageError(
                "the run has no case '\(pattern)'; those of \(name): "
                    + all.map { "\($0.parameters)" }.joined(separator: ", "))
        }
        return found
    }
}
