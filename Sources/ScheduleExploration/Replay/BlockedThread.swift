/// A thread that can't go on any more when nothing else can.
public struct BlockedThread: Codable, Hashable, Sendable {
    /// Its place in the order in which threads came into being.
    public let thread: Int
    /// What it waits for, and who holds that.
    public let reason: String
    /// File and line; empty if it has not come to any point.
    public let location: String
}
