private import QueueConformance
private import TextFormats

/// Which queue keeps which rules.
struct RulesFinding {
    let parts: ConformanceParts
    let palette: QueuePalette

    /// The sentences, of which each names a queue and links its broken rules to their evidence.
    var finding: Finding {
        let sentences = parts.file.queues.flatMap { queue in
            (broken(queue) > 0 ? [sentence(queue)] : []) + (isOpen(queue) ? [rest(of: queue)] : [])
        }
        let bad = parts.file.results.contains { $0.standing == "broken" || $0.standing == "harness error" }
        let open = parts.file.queues.contains(where: isOpen)
        let counts = parts.file.queues.map { queue in
            "\(name(queue)) \(broken(queue) == 0 ? "none" : "\(broken(queue))") of \(decided(queue))"
        }
        let headline = "Broken rules: \(counts.joined(separator: ", "))."
        let partial = parts.file.isPartial ? ["The judging was interrupted: some rules are missing."] : []
        return Finding(
            title: "Who keeps the rules?", tone: bad ? .bad : open || parts.file.isPartial ? .warn : .plain,
            headline: headline, details: partial + [Self.origin] + sentences,
            more: .init(
                "The other verdicts", parts.file.queues.filter { !isOpen($0) }.map(rest) + [Self.legend]))
    }

    private static let origin =
        "<span class=\"quiet\">A rule is a numbered sentence on what a queue does: from Apple’s documentation, articles, other "
        + "projects’ tests, or this project.</span>"

    private static let legend =
        "<span class=\"quiet\">Differs: a queue may, and does. Recorded: the rule leaves open what a queue does, and the result says "
        + "what that is. Not applicable: the rule needs what the queue doesn’t claim to have.</span>"

    private func name(_ queue: String) -> String {
        "<strong>\(palette.label(queue))</strong>"
    }

    private func broken(_ queue: String) -> Int { records(queue).count(where: \.isBroken) }

    /// How many rules the queue was judged by, with a verdict that decides.
    private func decided(_ queue: String) -> Int {
        records(queue).count { !["not applicable", "inconclusive", "harness error"].contains($0.standing) }
    }

    /// Whether a verdict asks for somebody's attention that isn't a broken rule.
    private func isOpen(_ queue: String) -> Bool {
        records(queue).contains {
            ["inconclusive", "unexpectedly kept", "harness error"].contains($0.standing)
        }
    }

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
            unknown == 0
            ? ", all of which the list of known deviations explains"
            : known == 0 ? ", none a known deviation" : ", \(unknown) of them no known deviations"
        let documented = broken.count { record in
            RuleBook.all.contains { $0.id == record.rule && $0.sources.contains(.documentation) }
        }
        let origin = documented == 0 ? "" : " From Apple’s documentation: \(documented)."
        return
            "\(name(queue)) breaks \(broken.count) of \(decided(queue)) rules\(reasons): \(links).\(origin)"
            + words(broken)
    }

    /// What the queue doesn't break.
    private func rest(of queue: String) -> String {
        let rest = RunDigest.standings(
            of: queue, in: ConformanceTally(parts.file), without: ["broken", "expected"])
        return "\(name(queue)): \(XML.text(rest))."
    }

    private func link(_ record: ConformanceRecord) -> String {
        "<a href=\"#\(parts.anchor(record))\" title=\(XML.attribute(record.sentence))>\(record.rule)</a>"
    }

    /// The broken rules with their sentences.
    private func words(_ broken: [ConformanceRecord]) -> String {
        let items = broken.map { "<li>\(link($0)) \(ConformanceParts.code(XML.text($0.sentence)))</li>\n" }
        return
            "\n<details><summary>What the broken rules say</summary>\n<ul>\n\(items.joined())</ul></details>"
    }
}
