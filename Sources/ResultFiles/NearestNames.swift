/// Finds what somebody may have meant.
public enum NearestNames {
    /// What to say of a name that doesn't exist: "there is no queue 'actr'; the nearest: actor, lock".
    ///
    /// - Parameters:
    ///   - kind: What is unknown: "queue".
    ///   - name: What somebody wrote.
    ///   - names: Those that there are.
    public static func sentence(unknown kind: String, _ name: String, among names: [String]) -> String {
        let nearest = Self.names(to: name, among: names)
        let hint = nearest.isEmpty ? "" : "; the nearest: " + nearest.joined(separator: ", ")
        return "there is no \(kind) '\(name)'\(hint)"
    }

    /// Up to `count` of `names`, the nearest first.
    public static func names(to name: String, among names: [String], count: Int = 3) -> [String] {
        names.enumerated().map { (distance: distance(name.lowercased(), $0.element.lowercased()), $0) }
            .sorted { ($0.distance, $0.1.offset) < ($1.distance, $1.1.offset) }
            .prefix(count).map(\.1.element)
    }

    /// How many characters have to be inserted, deleted, replaced, or swapped with their neighbour, to make
    /// one of the other (optimal string alignment).
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
