public import QueueConformance
private import TextFormats

/// A report for people: the matrix, the evidence of what is wrong, and the counts.
public struct ConformanceTable {
    private let report: ConformanceReport
    private let width: Int

    /// A table whose lines have `width` columns.
    public init(report: ConformanceReport, width: Int) {
        self.report = report
        self.width = width
    }

    public var text: String {
        matrix + report.entries.map(evidence).joined() + "\n" + missing + summary + "\n"
    }

    private var matrix: String {
        let queues = report.queues
        let words = report.rows.map { row in
            queues.map { queue in row.entries.first { $0.result.queue == queue }.map(word) ?? "" }
        }
        func table(_ sentence: (String) -> String) -> String {
            PlainText.columns(
                [["rule", ""] + queues]
                    + zip(report.rows, words).map { ["\($0.rule)", sentence($0.sentence)] + $1 })
        }
        // The sentences take the width that the other columns leave.
        let others = table { _ in "" }.split(separator: "\n").map(\.count).max() ?? 0
        return table { PlainText.fill($0, to: max(20, width - others)) }
    }

    private func word(_ entry: ConformanceReport.Entry) -> String {
        switch entry.standing {
        case .kept: "passed"
        case .broken: entry.result.verdict.word.uppercased()
        case .expected: "expected"
        case .unexpectedlyKept: "UNEXPECTED"
        case .differs: "differs"
        case .notApplicable: "n/a"
        case .inconclusive: "unclear"
        case .harnessError: "ERROR"
        case .recorded: "recorded"
        }
    }

    /// The evidence of a result that isn't as it should be; one line for an expected one.
    private func evidence(_ entry: ConformanceReport.Entry) -> String {
        let result = entry.result
        let title = "\n\(result.rule) on \(result.queue)"
        let observed = Evidence(result.verdict)
        var lines: [(String, String)] = [("rule", result.sentence)]
        if !result.caseName.isEmpty { lines.append(("case", result.caseName)) }
        switch entry.standing {
        case .kept, .notApplicable: return ""
        case .expected(let reason):
            return title + ": \(result.verdict.word), as expected: \(reason)\n"
                + section([("", result.verdict.reason)])
        case .recorded:
            return title + ": recorded: \(result.verdict.reason)\n"
        case .unexpectedlyKept(let reason):
            lines.append(("expected", "a violation: \(reason)"))
            lines.append(("observed", result.verdict.word))
        case .broken, .differs:
            lines += observed.lines
            if result.verdict.isBroken, !result.output.isEmpty { lines.append(("output", result.output)) }
            if let history = observed.history, !history.events.isEmpty {
                lines.append(("history", history.description))
            }
        case .inconclusive, .harnessError:
            lines.append(("because", result.verdict.reason))
        }
        lines.append(("again", entry.reproduction))
        return title
            + ": \(entry.standing == .broken ? result.verdict.word : ConformanceTally.word(entry.standing.word))\n"
            + section(lines)
    }

    private func section(_ lines: [(title: String, text: String)]) -> String {
        lines.map { title, text in
            let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
            return parts.enumerated().map { index, part in
                let head = title.isEmpty ? "  " : "  " + PlainText.fill(index == 0 ? title : "", to: 13)
                return head + part + "\n"
            }.joined()
        }.joined()
    }

    /// Why rules are not applicable: a line for each queue and capability, or queue and rule.
    private var missing: String {
        var seen: Set<String> = []
        return report.entries.compactMap { entry in
            guard case .notApplicable(let capability, _) = entry.result.verdict else { return nil }
            let place =
                capability == nil
                ? "\(entry.result.rule) on \(entry.result.queue)" : "on \(entry.result.queue)"
            let line = "n/a \(place): \(entry.result.verdict.reason)\n"
            return seen.insert(line).inserted ? line : nil
        }.joined()
    }

    private var summary: String {
        let counts = report.counts.map { "\($0.count) \(ConformanceTally.word($0.word))" }
        return (counts.isEmpty ? "nothing judged" : counts.joined(separator: ", "))
            + (report.isPartial ? " (interrupted)" : "")
    }
}
