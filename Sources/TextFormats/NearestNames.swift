/// Suggests existing names for one that doesn't exist.
public enum NearestNames {
    /// The message for an unknown name: "there is no queue 'actr'; the nearest: actor, lock".
    ///
    /// - Parameters:
    ///   - kind: The kind of the name: "queue".
    ///   - name: The unknown name.
    ///   - names: The existing names.
    public static func sentence(unknown kind: String, _ name: String, among names: [String]) -> String {
        let nearest = Self.names(to: name, among: names)
        let hint = nearest.isEmpty ? "" : "; the nearest: " + nearest.joined(separator: ", ")
        return "there is no \(kind) '\(name)'\(hint)"
    }

    /// Up to `count` of `names`: first those that contain `name`, then the others by ``distance(_:_:)``.
    public static func names(to name: String, among names: [String], count: Int = 3) -> [String] {
        let wanted = plain(name)
        return names.enumerated().map { offset, name in
            let contains = wanted.count >= shortestPart && plain(name).contains(wanted)
            let distance = contains ? 0 : distance(wanted, plain(name))
            return (distance: distance, offset: offset, name: name)
        }.sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }.prefix(count).map(\.name)
    }

    /// Shorter parts occur in nearly every name.
    private static let shortestPart = 3

    /// Drops separators, so that "cpu time" is a part of "process_cpu_time".
    private static func plain(_ name: String) -> String { name.lowercased().filter { !" _-".contains($0) } }

    /// The least number of insertions, deletions, replacements, and swaps of neighbours that turns one text into
    /// the other (optimal string alignment).
    ///
    /// - Complexity: O(product of the lengths).
    public static func distance(_ left: String, _ right: String) -> Int {
        let (a, b) = (Array(left), Array(right))
        var beforeLast = [Int]()
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
                var best = min(replaced, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
