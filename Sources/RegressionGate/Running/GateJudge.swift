public import QueueConformance

/// Judges the queues of both variants by rules. The seam to how that is done.
public protocol GateJudge: Sendable {
    /// What came out of each rule, on the queue of this name of this variant, that can do these things only.
    ///
    /// - Throws: `CancellationError`; what keeps the rules from being judged.
    func judge(
        _ rules: [RuleID], on queue: String, missing: [String: String], of variant: GateVariant,
        _ judged: @escaping @Sendable (RuleID) -> Void
    ) async throws -> [RuleResult]

    /// The rules that the settings name, in their order.
    func rules(matching patterns: [String]) throws -> [RuleID]
}
