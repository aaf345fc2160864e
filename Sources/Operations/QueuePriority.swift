/// How much an operation matters among those of its queue that are ready.
///
/// A priority never outranks a dependency (rule 3.11), and never preempts what executes.
///
/// Verified by rules 5.2 and 5.3.
public enum QueuePriority: Int, CaseIterable, Codable, Comparable, Hashable, Sendable {
    case veryLow = -8
    case low = -4
    case normal = 0
    case high = 4
    case veryHigh = 8

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
