/// What a queue can do, and why it can't do the rest.
///
/// A rule that needs a missing capability is *not applicable*; the reason given here is printed, and the
/// rule never counts as passed.
public struct QueueCapabilities: Hashable, Codable, Sendable {
    /// Why each missing capability is missing, for people.
    public let missing: [QueueCapability: String]

    /// All capabilities but those of `missing`.
    public init(allBut missing: [QueueCapability: String] = [:]) { self.missing = missing }

    /// Only `supported`, all others missing for the same reason.
    public init(only supported: Set<QueueCapability>, because reason: String) {
        let others = QueueCapability.allCases.filter { !supported.contains($0) }
        missing = Dictionary(uniqueKeysWithValues: others.map { ($0, reason) })
    }

    /// Whether the queue has this capability. O(1).
    public func contains(_ capability: QueueCapability) -> Bool { missing[capability] == nil }

    /// The capabilities that are there, in a fixed order.
    public var supported: [QueueCapability] { QueueCapability.allCases.filter(contains).sorted() }
}
