/// Which bytes of a file a response holds: `bytes 500-999/1000`, with `*` for a length that isn't known.
struct ContentRange: Hashable, Sendable {
    let first: UInt64
    let last: UInt64
    let total: UInt64?

    /// Nil if it is something else.
    init?(_ value: String) {
        let words = value.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let range = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
        guard parts.count == 2, range.count == 2, let first = range[0], let last = range[1], first <= last,
            parts[1] == "*" || UInt64(parts[1]) != nil
        else { return nil }
        self.first = first
        self.last = last
        total = UInt64(parts[1])
        if let total, last >= total { return nil }
    }
}
