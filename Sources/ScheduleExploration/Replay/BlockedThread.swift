/// A thread that waits when no thread can continue.
public struct BlockedThread: Codable, Hashable, Sendable {
    /// Its number, in the order of creation.
    public let thread: Int
    /// What it waits for, and which thread holds that.
    public let reason: String
    /// The number of the thread that has what it waits for; nil if that isn't known, or if nobody has it.
    public let owner: Int?
    /// File and line; empty if it has reached no choice point.
    public let location: String
}

extension [BlockedThread] {
    /// A cycle, for people; nil if there is none of two threads or more.
    var cycleText: String? {
        let cycle = cycle
        if cycle.count < 2 { return nil }
        return "a cycle: thread " + (cycle + cycle.prefix(1)).map { "\($0)" }.joined(separator: " → ")
    }

    /// Threads of which each waits for what the next one has, and the last for what the first has; empty if there are none.
    public var cycle: [Int] {
        let owners = Dictionary(map { ($0.thread, $0.owner) }, uniquingKeysWith: { first, _ in first })
        for start in self {
            var path = [start.thread]
            while let owner = owners[path.last!] ?? nil {
                if owner == start.thread { return path }
                if path.contains(owner) { break }
                path.append(owner)
            }
        }
        return []
    }
}
