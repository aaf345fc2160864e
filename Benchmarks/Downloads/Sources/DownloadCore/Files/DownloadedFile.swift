/// A file that was downloaded.
public struct DownloadedFile: Hashable, Sendable {
    /// The file's name, with its folder.
    public let path: String
    /// How many bytes it has.
    public let length: UInt64
    /// How many of them were there before the last attempt.
    public let resumedFrom: UInt64
    /// The file's name, without its folder.
    public var name: String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }
}
