internal import FaultyQueues
internal import QueueConformance
private import TextFormats

extension DefectMatrix {
    /// The name of the column that follows those of the rules.
    private static let versionColumn = "rules_version"

    /// A row a queue, a column a rule, and the version of the rules in the last. A cell is the word of a verdict; empty if
    /// there is none.
    public var csv: String {
        let header = ["queue"] + rules.map { "\($0.id)" } + [Self.versionColumn]
        let rows = subjects.map { subject in
            [subject.name] + rules.map { self[subject.name, $0.id] ?? "" } + [RuleBook.version]
        }
        return ([header] + rows).map(CSVRow.text).joined()
    }

    /// What a table that was written before holds.
    public struct Contents: Hashable, Sendable {
        /// The names of the rows, in their order.
        public var queues: [String] = []
        /// The numbers of the rules, in the order of the columns.
        public var rules: [String] = []
        /// A line a verdict, as ``DefectMatrix/add(line:)`` takes it.
        public var lines: [String] = []
        /// Nil in a table from before the rules had a version.
        public var rulesVersion: String?

        /// - Parameter text: Of the CSV file.
        public init(ofCSV text: String) {
            let rows = text.split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            rules = rows.first?.dropFirst().filter { $0 != versionColumn } ?? []
            for row in rows.dropFirst() {
                queues.append(row[0])
                lines += zip(rules, row.dropFirst()).map { rule, word in "\(row[0]),\(rule),\(word)" }
            }
            if rows.first?.last == versionColumn { rulesVersion = rows.dropFirst().first?.last }
        }
    }

    /// The table for people: a row a defect, what caught it, and where that isn't what is listed for it.
    public var markdown: String {
        let defects = subjects.filter { $0.defect != nil }
        let exact = defects.count(where: isAsListed)
        let columns = ["defect", "what it does wrong", "caught by", "also broke", "listed, not broken"]
        let rows = defects.map { subject in
            [
                "`\(subject.defect?.rawValue ?? "")`", subject.summary, caught(subject),
                list(unlisted(subject)), list(unbroken(subject)),
            ]
        }
        return """
            # Which rules see which defect

            Written by `scripts/defect-matrix`, which judges the faulty queue by all \(rules.count) rules of version \
            \(RuleBook.version): without a defect, and with each of its \(defects.count) defects, \
            \(subjects.count * rules.count) verdicts in all. They are in `defect-matrix.csv`. A rule in a row failed, or \
            the process hung or crashed where that is said.

            **\(exact) of \(defects.count) defects break exactly the rules that are listed for them in the source.**
            \(notes.map { "- " + $0 + "\n" }.joined())
            \(Markdown.table([columns] + rows, numbers: 0..<0, isMarkup: true))
            """
    }

    /// The rules that are listed and were broken, with how if not by a failed check.
    private func caught(_ subject: FaultySubject) -> String {
        brokenRules(subject).filter { subject.defect?.caughtBy.contains($0) == true }
            .map { rule in
                let word = self[subject.name, rule] ?? ""
                return word == "failed" ? "\(rule)" : "\(rule) \(word)"
            }.joined(separator: ", ")
    }

    private func list(_ rules: [RuleID]) -> String { rules.map { "\($0)" }.joined(separator: ", ") }

    /// What else there is to say about the verdicts.
    private var notes: [String] {
        var notes: [String] = []
        for subject in subjects where subject.defect == nil && missing(subject).isEmpty {
            let broken = brokenRules(subject)
            notes.append(
                "The queue without a defect breaks " + (broken.isEmpty ? "no rule." : list(broken) + "."))
        }
        for subject in subjects where subject.defect?.needsThreadSanitizer == true {
            notes.append(
                "`\(subject.defect?.rawValue ?? "")` is seen only under ThreadSanitizer, which these verdicts were made "
                    + "without; `scripts/test --sanitize thread` judges it.")
        }
        let idle = rules.filter { rule in
            rule.level != .unspecified
                && !subjects.contains { self[$0.name, rule.id].map { $0 != "passed" } ?? false }
        }
        if !idle.isEmpty && missingCount == 0 { notes.append("No defect breaks \(list(idle.map(\.id))).") }
        for subject in surprises {
            let also = unlisted(subject), not = unbroken(subject)
            notes.append(
                "`\(subject.name)` differs from its list:"
                    + (also.isEmpty ? "" : " it also broke \(list(also));")
                    + (not.isEmpty ? "" : " it didn't break \(list(not));"))
        }
        if missingCount > 0 { notes.append("\(missingCount) verdicts are missing.") }
        return notes
    }
}
