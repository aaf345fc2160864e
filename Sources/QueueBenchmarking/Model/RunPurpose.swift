/// What a run measures. Each process makes runs of one purpose, and warm-up runs for them.
public enum RunPurpose: String, Codable, Hashable, Sendable {
    /// The time.
    case time
    /// The processor time with the whole process bound to one processor: the queue's own work, without transfers
    /// between processors, and with less noise.
    case work
    /// The allocations. Counting costs time, so such a run has no times.
    case memory
    /// What the threads do, event by event. Noting that costs time, so the times of such a run are compared with each other only.
    case trace
    /// The same with the whole process bound to one processor.
    case boundTrace = "bound_trace"

    /// Whether the whole process is bound to one processor.
    var isBound: Bool { self == .work || self == .boundTrace }

    /// Whether what the threads do is recorded.
    var isTraced: Bool { self == .trace || self == .boundTrace }
}
