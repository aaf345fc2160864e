private import Operations
public import QueueConformance
private import TextFormats

/// A report for people: the matrix, the evidence of what is wrong, and the counts.
public struct ConformanceTable {
    private let report: ConformanceReport
    private let width: Int
    private let unjudged: [(queue: String, claims: UnjudgedClaims)]

    /// - Parameters:
    ///   - report: What is shown.
    ///   - width: How many columns its lines have.
    ///   - unjudged: What queues claim to no effect.
    public init(
        report: ConformanceReport, width: Int, unjudged: [(queue: String, claims: UnjudgedClaims)] = []
    ) {
        self.report = report
        self.width = width
        self.unjudged = unjudged
    }

    public var text: String {
        matrix + report.entries.map(evidence).joined() + "\n" + commonCauses + missing + unjudgedClaims
            + profiles + summary
            + "\n"
    }

    private var matrix: String {
        let rows = matrixRows
        func table(_ sentence: (String) -> String) -> String {
            PlainText.columns(
                [["rule", ""] + report.queues]
                    + rows.map { ["\($0.rule)", sentence($0.sentence)] + $0.words })
        }
        // The sentences take the width that the other columns leave.
        let others = table { _ in "" }.split(separator: "\n").map(\.count).max() ?? 0
        return table { PlainText.fill($0, to: max(20, width - others)) }
    }

    /// A row for each rule. More than three of a family that are not applicable to any queue share one, after the others.
    private var matrixRows: [(rule: String, sentence: String, words: [String])] {
        let queues = report.queues
        let rows = report.rows.map { row in
            let words = queues.map { queue in
                row.entries.first { $0.result.queue == queue }.map(word) ?? ""
            }
            return (rule: row.rule, sentence: row.sentence, words: words)
        }
        let silent = Dictionary(grouping: rows.filter { $0.words.allSatisfy { $0 == "n/a" } }) {
            $0.rule.family
        }.filter { $0.value.count > 3 }
        var seen: Set<Int> = []
        let families = rows.map(\.rule.family).filter { seen.insert($0).inserted }
        return families.flatMap { family in
            let shared = silent[family] ?? []
            let own = rows.filter { row in
                row.rule.family == family && !shared.contains { $0.rule == row.rule }
            }.map { (rule: "\($0.rule)", sentence: $0.sentence, words: $0.words) }
            guard let first = shared.first else { return own }
            let count = "\(shared.count) \(own.isEmpty ? "" : "other ")rules"
            return own + [(rule: "\(family).*", sentence: count, words: first.words)]
        }
    }

    private func word(_ entry: ConformanceReport.Entry) -> String {
        switch entry.standing {
        case .kept: "passed"
        case .borrowed: "borrowed"
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
        case .kept, .borrowed, .notApplicable: return ""
        case .expected(let reason):
            return title + ": \(result.verdict.word), as expected: \(reason)\n"
                + section([("", result.verdict.reason)])
        case .recorded:
            return "\n"
                + PlainText.wrapped(
                    "\(title.dropFirst()): recorded: \(result.verdict.reason)", indent: 0, width: width)
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

    /// Why rules are not applicable: a paragraph for each queue and reason, with the capabilities; a line for a rule that can't be
    /// observed here.
    private var missing: String {
        var titles: [String] = []
        var capabilities: [String: [String]] = [:]
        for entry in report.entries {
            guard case .notApplicable(let capability, let reason) = entry.result.verdict else { continue }
            let place = capability == nil ? "\(entry.result.rule) on " : "on "
            let title = "\(place)\(entry.result.queue)\n\(reason)"
            if capabilities[title] == nil { titles.append(title) }
            let known = capabilities[title] ?? []
            let new = capability.map { known.contains($0.rawValue) ? [] : [$0.rawValue] } ?? []
            capabilities[title] = known + new
        }
        return titles.map { title in
            let parts = title.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let names = capabilities[title] ?? []
            let list = names.isEmpty ? "" : "no \(names.joined(separator: ", ")): "
            return PlainText.wrapped("n/a \(parts[0]): \(list)\(parts[1])", indent: 0, width: width)
        }.joined()
    }

    private var unjudgedClaims: String {
        unjudged.map { queue, unjudged in
            let claims =
                unjudged.claims.map { claim in
                    let missing = claim.missing.map(\.rawValue).joined(separator: ", ")
                    return "\(claim.capability.rawValue) (\(claim.rule) also needs \(missing))"
                }
            guard !claims.isEmpty else { return "" }
            return PlainText.wrapped(
                "claimed by \(queue), but judged by no rule here: \(claims.joined(separator: "; "))",
                indent: 0, width: width)
        }.joined()
    }

    /// For which profiles each queue is complete, and what it lacks for others that it claims.
    private var profiles: String {
        report.queues.map { queue in
            let standings = QueueProfile.all.compactMap { profile in
                profile.standing(of: queue, in: report).map { "\(profile.name): \(Self.text($0))" }
            }
            if standings.isEmpty { return "" }
            return PlainText.wrapped(
                "profiles of \(queue): \(standings.joined(separator: "; "))", indent: 0, width: width)
        }.joined()
    }

    private static func text(_ standing: QueueProfile.Standing) -> String {
        switch standing {
        case .complete(let borrowed):
            return "complete" + (borrowed.isEmpty ? "" : ", \(borrowed.count) borrowed")
        case .incomplete(let rules):
            let some = rules.prefix(5).map(\.description).joined(separator: ", ")
            return "not complete (\(some)\(rules.count > 5 ? " and \(rules.count - 5) more" : ""))"
        }
    }

    /// What ended several checks in the same line or call: hardly a mistake for each rule.
    private var commonCauses: String {
        let causes = report.entries.flatMap { entry -> [String] in
            switch entry.result.verdict {
            case .crashed:
                let line = entry.result.output.split(separator: "\n").last { $0.contains(": Fatal error: ") }
                return line.map { ["processes were stopped in the same place: \($0)"] } ?? []
            case .hung(let waitingFor, _, _):
                return Set(waitingFor.compactMap(Self.call)).map { "checks hung in the same call: \($0)" }
            default: return []
            }
        }
        return Dictionary(grouping: causes) { $0 }.filter { $0.value.count > 2 }.sorted { $0.key < $1.key }
            .map {
                PlainText.wrapped(
                    "\($0.value.count) \($0.key). If that is the adapter, mend it first.", indent: 0,
                    width: width)
            }.joined()
    }

    /// "queue.addOperation" of "queue.addOperation(A) to return"; nil if it isn't a call that is waited for.
    private static func call(_ waitingFor: String) -> String? {
        guard waitingFor.hasSuffix(" to return") else { return nil }
        return String(waitingFor.prefix { $0 != "(" })
    }

    private var summary: String {
        let counts = report.counts.map { "\($0.count) \(ConformanceTally.word($0.word))" }
        return (counts.isEmpty ? "nothing judged" : counts.joined(separator: ", "))
            + (report.isPartial ? " (interrupted)" : "")
    }
}
