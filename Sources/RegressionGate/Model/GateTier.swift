/// What the two variants are compared in, the gravest first.
public enum GateTier: String, Codable, CaseIterable, Hashable, Sendable {
    /// A rule that the base keeps and the head breaks.
    case conformance
    /// A run whose result was right with the base, and wrong, or never there, with the head.
    case result
    /// What is allocated and how many threads are made: nearly the same in every run.
    case counts
    /// How cost grows with size: the exponent.
    case scaling
    /// Processor time for each operation.
    case cpu
    /// Time that passes, and how long operations wait: what a user sees, and what a busy machine spoils.
    case wall
}
