/// What a run is made for. Each process makes runs of one purpose, besides warming up for them.
public enum RunPurpose: String, Codable, Hashable, Sendable {
    /// How long it takes.
    case time
    /// What it allocates. Counting costs time, so such a run has no times.
    case memory
}
