/// Whose a run is.
public enum GateVariant: String, Codable, CaseIterable, Hashable, Sendable {
    /// What there was before.
    case base
    /// What is to be judged.
    case head
    /// The base once more, as if it were a head: what differs between these two is no change of anything.
    case control
}
