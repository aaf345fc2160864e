internal import QueueConformance
internal import RegressionGate

/// Judges the queues of the two programs of a gate, each in processes of its own program.
struct GateRulesJudge: GateJudge {
    let programs: [GateVariant: String]

    func rules(matching patterns: [String]) throws -> [RuleID] {
        try RulePatterns.rules(patterns, among: RuleBook.all).map(\.id)
    }

    func judge(
        _ rules: [RuleID], on queue: String, missing: [String: String], of variant: GateVariant,
        _ judged: @escaping @Sendable (RuleID) -> Void
    ) async throws -> [RuleResult] {
        guard let program = programs[variant] else { return [] }
        let runner = ConformanceRunner(
            rules: RuleBook.all.filter { rules.contains($0.id) },
            queues: [.init(name: queue, missing: missing)],
            launcher: SubprocessLauncher(executable: program, arguments: ["judge"], forks: true))
        let results = try await runner.run(judged: { judged($0.rule) })
        try Task.checkCancellation()
        return results
    }
}
