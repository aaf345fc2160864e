/// How much an operation matters among those of its queue that are ready.
///
/// A priority never outranks a dependency (rule 3.11), and never preempts what executes.
///
/// Verified by rules 5.2 to 5.5.
public enum QueuePriority: Int, CaseIterable, Codable, Comparable, Hashable, Sendable {
    /// Raw value −8.
    case veryLow = -8
    /// Raw value −4.
    case low = -4
    /// Raw value 0; what an operation has unless another is set (rule 1.1).
    case normal = 0
    /// Raw value 4.
    case high = 4
    /// Raw value 8: the first of what is ready.
    case veryHigh = 8

    /// The priority that stands for any number, named or not: between two priorities the one closer to normal, beyond
    /// the last of them that one.
    ///
    /// What NSOperation does with a number that is no priority's.
    ///
    /// Verified by rule 5.5.
    ///
    /// - Complexity: O(1).
    public init(rounding rawValue: Int) {
        // The priorities are 4 apart, and a division of integers rounds toward 0, which is normal.
        self.init(level: min(max(rawValue / 4, -2), 2) + 2)
    }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
