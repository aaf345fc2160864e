/// What there is of a file that isn't complete. A later download of the same URL goes on where it ends.
public struct PartialFileNote: Hashable, Sendable, CustomStringConvertible {
    /// The file's name, with its folder.
    public let path: String
    /// How many bytes it has.
    public let length: UInt64

    public var description: String { "\(length) bytes are kept in \(path)" }
}
