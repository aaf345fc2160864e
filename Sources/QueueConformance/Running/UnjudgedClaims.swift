public import Operations

/// What a queue claims to no effect: each rule of a run that needs it needs more, and is not applicable.
public struct UnjudgedClaims: Sendable {
    /// A capability, and what its queue has to claim besides to be judged by it.
    public struct Claim: Hashable, Sendable {
        /// What the queue claims.
        public let capability: QueueCapability
        /// The rule that lacks the fewest capabilities.
        public let rule: RuleID
        /// What that rule needs and the queue doesn't claim, in a fixed order.
        public let missing: [QueueCapability]
    }

    /// In a fixed order.
    public let claims: [Claim]

    /// What a queue with these capabilities claims to no effect where it is judged by `rules`.
    ///
    /// Nothing is said of what none of these rules needs, nor of what a queue has without claiming it.
    public init(_ capabilities: QueueCapabilities, rules: [Rule]) {
        claims = capabilities.supported.filter { ![.overlap, .oneAtATime].contains($0) }
            .compactMap { capability in
                let candidates = rules.filter { $0.needs.contains(capability) }
                    .map { rule in
                        Claim(
                            capability: capability, rule: rule.id,
                            missing: rule.needs.filter { !capabilities.contains($0) }.sorted())
                    }
                guard let nearest = candidates.min(by: { $0.missing.count < $1.missing.count }),
                    !nearest.missing.isEmpty
                else { return nil }
                return nearest
            }
    }
}
