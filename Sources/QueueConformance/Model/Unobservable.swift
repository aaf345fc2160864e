/// Thrown by a check that can't see in this program what its rule is about: there, the rule is not applicable.
public struct Unobservable: Error, Hashable, Sendable {
    public let reason: String

    /// - Parameter reason: What would see it.
    public init(_ reason: String) { self.reason = reason }
}
