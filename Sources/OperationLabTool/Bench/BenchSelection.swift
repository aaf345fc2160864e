private import Operations
internal import QueueBenchmarking
internal import QueueSubjects

/// The queues and cases that a command line of `oplab bench` names.
enum BenchSelection {
    /// - Parameters:
    ///   - lists: The values of `--queue`; empty for all but the deliberately faulty ones.
    ///   - strategies: The values of `--queue-strategy`; empty for the standard one.
    static func subjects(_ lists: [String], strategies: [String] = []) throws -> [any BenchmarkSubject] {
        let faulty = OperationLabTool.subjects.benchmarkFaulty
        // Faulty queues are suggested only if a name begins with "faulty".
        let meansFaulty = lists.flatMap(CommaList.items).contains { $0.hasPrefix("faulty") }
        let hinted = OperationLabTool.subjects.benchmark + (meansFaulty ? faulty : [])
        try refuseUnmeasured(lists.flatMap(CommaList.items), OperationLabTool.subjects)
        let subjects =
            lists.isEmpty
            ? OperationLabTool.subjects.benchmark
            : try CommaList.chosen(
                "queue", lists, among: OperationLabTool.subjects.benchmark + faulty,
                hinting: hinted.map { $0.name }
            ) { $0.name }
        if strategies.isEmpty { return subjects }
        let names = try QueueNames.strategies(strategies)
        return subjects.flatMap { OperationLabTool.subjects.variants(of: $0, strategies: names) }
    }

    /// Says of a queue that is there why it isn't among those that are measured.
    static func refuseUnmeasured(_ names: [String], _ known: SubjectRegistry) throws {
        let measured = Set((known.benchmark + known.benchmarkFaulty).map(\.name))
        for name in names where !measured.contains(name) && known.queues.contains(where: { $0.name == name })
        {
            throw UsageError("'\(name)' can't be measured: its subject is no BenchmarkSubject")
        }
    }

    /// - Parameters:
    ///   - lists: The values of `--scenario`: scenarios, or some of their cases; empty for all.
    ///   - profile: Decides which cases a scenario has. One without cases is left out, unless `lists` names it.
    ///   - scenarios: The scenarios to choose from.
    static func cases(
        _ lists: [String], _ profile: BenchmarkProfile, processors: Int,
        among scenarios: [any Scenario.Type] = Scenarios.all
    ) throws -> [any Scenario] {
        if lists.isEmpty {
            return scenarios.flatMap { Scenarios.cases(of: $0, profile, processors: processors) }
        }
        let patterns = lists.flatMap(CommaList.items)
        if patterns.isEmpty { throw UsageError("--scenario names no scenario") }
        var seen: Set<BenchmarkCase> = []
        do throws(ScenarioPattern.Refusal) {
            var cases: [any Scenario] = []
            for pattern in patterns {
                cases += try ScenarioPattern.cases(
                    pattern, profile, processors: processors, among: scenarios)
            }
            return cases.filter { seen.insert(BenchmarkCase($0)).inserted }
        } catch {
            throw UsageError(error.description)
        }
    }
}
