internal import QueueConformance
private import TextFormats

/// The rules that a command line names: "3.1" is a rule, "4.*" a family.
enum RulePatterns {
    /// - Parameter lists: The values of `--rule`; each is a pattern, or several separated by commas. Empty for all
    ///   rules.
    /// - Returns: The rules in the order of the book.
    static func rules(_ lists: [String], among book: [Rule]) throws -> [Rule] {
        if lists.isEmpty { return book }
        var chosen: Set<RuleID> = []
        for pattern in lists.flatMap(CommaList.items) {
            let matching = book.filter { matches($0.id, pattern) }
            if matching.isEmpty {
                if book.contains(where: { "\($0.id.family)" == pattern }) {
                    throw UsageError(
                        "there is no rule '\(pattern)'; the rules of that family are '\(pattern).*'")
                }
                let families = Set(book.map(\.id.family)).sorted().map { "\($0).*" }
                throw UnknownName("rule", pattern, among: book.map { "\($0.id)" } + families)
            }
            chosen.formUnion(matching.map(\.id))
        }
        if chosen.isEmpty { throw UsageError("--rule names no rule") }
        return book.filter { chosen.contains($0.id) }
    }

    private static func matches(_ id: RuleID, _ pattern: String) -> Bool {
        pattern == "\(id)" || pattern == "\(id.family).*" || pattern == "*"
    }
}
