/// A kind of comparison, the most serious first.
public enum GateTier: String, Codable, CaseIterable, Hashable, Sendable {
    /// A rule that the base passes and the head breaks.
    case conformance
    /// A run that passed its check with the base, and failed or hung with the head.
    case result
    /// Allocations and created threads, which hardly vary between runs.
    case counts
    /// The growth of cost with size: the exponent.
    case scaling
    /// Processor time for each operation.
    case cpu
    /// Elapsed time and latencies: what a user sees, and what a busy machine disturbs.
    case wall
}
