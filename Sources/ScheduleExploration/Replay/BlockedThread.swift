/// A thread that waits when no thread can continue.
public struct BlockedThread: Codable, Hashable, Sendable {
    /// Its number, in the order of creation.
    public let thread: Int
    /// What it waits for, and which thread holds that.
    public let reason: String
    /// The numbers of the threads that have what it waits for: several readers of a read-write lock, otherwise one. Empty if that isn't
    /// known, or if nobody has it.
    public let owners: [Int]
    /// The number of the task that has what it waits for, if that took it on an actor's thread, which runs another by now.
    public let ownerTask: Int?
    /// File and line; empty if it has reached no choice point.
    public let location: String
}
