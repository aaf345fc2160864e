/// Thrown by a check that can't know whether its rule holds: the verdict is inconclusive.
public struct Undecided: Error, Hashable, Sendable {
    /// Why it can't be known.
    public let reason: String

    /// - Parameter reason: Why it can't be known.
    public init(_ reason: String) { self.reason = reason }
}
