/// What a run measures. Each process makes runs of one purpose, and warm-up runs for them.
public enum RunPurpose: String, Codable, Hashable, Sendable {
    /// The time.
    case time
    /// The processor time with the whole process bound to one processor: the queue's own work, without transfers
    /// between processors, and with less noise.
    case work
    /// The allocations. Counting costs time, so such a run has no times.
    case memory
}
