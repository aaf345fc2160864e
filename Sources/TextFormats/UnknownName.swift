/// A name that doesn't exist, where one of several was to be named.
public struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
    /// With the nearest of those that there are (``NearestNames``).
    public let description: String

    /// - Parameters:
    ///   - kind: What is unknown: "queue".
    ///   - name: What somebody wrote.
    ///   - names: Those that there are.
    public init(_ kind: String, _ name: String, among names: [String]) {
        description = NearestNames.sentence(unknown: kind, name, among: names)
    }
}
