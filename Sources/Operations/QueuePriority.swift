/// How much an operation matters among those of its queue that are ready.
///
/// A priority never outranks a dependency (rule 3.11), and never preempts what executes.
///
/// As Foundation's, it conforms neither to `Comparable` nor to `CaseIterable` nor to `Codable`: of two conformances the one in the
/// type's own module counts, so a client's own would have no effect. Compare raw values, or declare what is missing.
///
/// Verified by rules 5.2 to 5.5.
public enum QueuePriority: Int, Hashable, Sendable {
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

    /// All of them, from the lowest to the highest.
    package static var all: [QueuePriority] { [.veryLow, .low, .normal, .high, .veryHigh] }
}
