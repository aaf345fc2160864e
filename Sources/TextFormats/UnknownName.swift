/// The error for a name that doesn't exist.
public struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
    /// Includes the nearest existing names (``NearestNames``).
    public let description: String

    /// - Parameters:
    ///   - kind: The kind of the name: "queue".
    ///   - name: The unknown name.
    ///   - names: The existing names.
    public init(_ kind: String, _ name: String, among names: [String]) {
        description = NearestNames.sentence(unknown: kind, name, among: names)
    }
}
