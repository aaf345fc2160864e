public import QueueConformance

/// Judges the queues of both variants by rules.
public protocol GateJudge: Sendable {
    /// The verdict of each rule on the named queue of a variant. `missing` are the capabilities that the queue
    /// lacks.
    ///
    /// - Throws: `CancellationError`; why the rules can't be judged.
    func judge(
        _ rules: [RuleID], on queue: String, missing: [String: String], of variant: GateVariant,
        _ judged: @escaping @Sendable (RuleID) -> Void
    ) async throws -> [RuleResult]

    /// The rules that the settings name, in their order.
    func rules(matching patterns: [String]) throws -> [RuleID]
}
