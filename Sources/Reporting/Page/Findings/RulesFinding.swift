private import TextFormats

/// Which queue keeps which rules.
struct RulesFinding {
    let parts: ConformanceParts
    let palette: QueuePalette

    /// The sentences, of which each names a queue and links its broken rules to their evidence.
    var finding: Finding {
        let sentences = parts.file.queues.map(sentence)
        let bad = parts.file.results.contains { $0.standing == "broken" || $0.standing == "harness error" }
        let open = parts.file.results.contains {
            ["inconclusive", "unexpectedly kept"].contains($0.standing)
        }
        let keep = parts.file.queues.filter { broken($0) == 0 }
        let others = parts.file.queues.filter { broken($0) > 0 }
            .map { "\(name($0)) breaks \(broken($0))" }.joined(separator: ", ")
        let headline =
            keep.isEmpty
            ? "\(others)."
            : "\(Self.list(keep.map(name))) \(keep.count == 1 ? "breaks" : "break") no rule\(others.isEmpty ? "" : "; \(others)")."
        let partial = parts.file.isPartial ? ["The judging was interrupted: some rules are missing."] : []
        return Finding(
            title: "Who keeps the rules?", tone: bad ? .bad : open || parts.file.isPartial ? .warn : .plain,
            headline: headline, details: partial + sentences + [Self.legend])
    }

    private static let legend =
        "<span class=\"quiet\">Differs: a queue may, and does. Recorded: the rule leaves open what a queue does, and the result says "
        + "what that is. Not applicable: the rule needs what the queue doesn’t claim to have.</span>"

    private func name(_ queue: String) -> String {
        "<strong>\(palette.label(queue))</strong>"
    }

    /// For example "a, b and c".
    private static func list(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    private func broken(_ queue: String) -> Int { records(queue).count(where: \.isBroken) }

    private func records(_ queue: String) -> [ConformanceRecord] {
        parts.file.results.filter { $0.queue == queue }
    }

    private func sentence(_ queue: String) -> String {
        let records = records(queue)
        let broken = records.filter(\.isBroken)
        let links = broken.map(link).joined(separator: ", ")
        let known = broken.count { $0.standing == "expected" }
        let unknown = broken.count - known
        let reasons =
            broken.isEmpty
            ? ""
            : unknown == 0
                ? ", all of which the list of known deviations explains"
                : known == 0 ? ", none a known deviation" : ", \(unknown) of them no known deviations"
        let verb =
            broken.isEmpty
            ? "breaks none of \(records.count) rules. <span class=\"quiet\">All"
            : "breaks \(broken.count) of \(records.count) rules\(reasons): \(links). <span class=\"quiet\">The others"
        let rest = RunDigest.standings(
            of: queue, in: ConformanceTally(parts.file), without: ["broken", "expected"])
        return "\(name(queue)) \(verb): \(XML.text(rest)).</span>" + words(broken)
    }

    private func link(_ record: ConformanceRecord) -> String {
        "<a href=\"#\(parts.anchor(record))\" title=\(XML.attribute(record.sentence))>\(record.rule)</a>"
    }

    /// The broken rules with their sentences.
    private func words(_ broken: [ConformanceRecord]) -> String {
        if broken.isEmpty { return "" }
        let items = broken.map { "<li>\(link($0)) \(ConformanceParts.code(XML.text($0.sentence)))</li>\n" }
        return
            "\n<details><summary>What the broken rules say</summary>\n<ul>\n\(items.joined())</ul></details>"
    }
}
