/// One variant of a comparison.
public enum GateVariant: String, Codable, CaseIterable, Hashable, Sendable {
    /// The build to compare with.
    case base
    /// The build to judge.
    case head
    /// The base once more: differences between it and the base are noise.
    case control
}
