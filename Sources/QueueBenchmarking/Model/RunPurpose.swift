/// What a run is made for. Each process makes runs of one purpose, besides warming up for them.
public enum RunPurpose: String, Codable, Hashable, Sendable {
    /// How long it takes.
    case time
    /// What it takes of one processor, with the whole process bound to that: the queue's own work, without what moves
    /// between processors, and with less noise.
    case work
    /// What it allocates. Counting costs time, so such a run has no times.
    case memory
}
