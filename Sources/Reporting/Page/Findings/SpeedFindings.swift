private import BenchmarkStatistics
internal import QueueBenchmarking
private import TextFormats

/// Which queue is the fastest, where, and by how much; and where the rounds don't decide it.
struct SpeedFindings {
    let view: RunView
    let palette: QueuePalette

    private static let question = "Which queue is the fastest?"

    private typealias Win = (scenario: String, nearest: SubjectID, ratio: Estimate)

    private func name(_ subject: SubjectID) -> String {
        "<strong>\(palette.label(view.names[subject]))</strong>"
    }

    /// The scenarios at which each queue is the fastest, most first.
    private var wins: [(subject: SubjectID, wins: [Win])] {
        var wins: [SubjectID: [Win]] = [:]
        for row in view.leaders.rows {
            guard case .fastest(let nearest, let ratio) = row.outcome else { continue }
            wins[row.leader, default: []].append((row.scenario, nearest, ratio))
        }
        return view.summary.subjects.compactMap { subject in wins[subject].map { (subject, $0) } }
            .sorted { $0.wins.count > $1.wins.count }
    }

    var finding: Finding {
        let rows = view.leaders.rows
        if rows.isEmpty {
            return Finding(
                title: Self.question, tone: .warn,
                headline: "Nothing can be said: no queue has a value at all cases of a scenario.")
        }
        let count = "\(rows.count) scenario\(rows.count == 1 ? "" : "s")"
        let wins = wins
        let headline: String
        if view.lacksRounds {
            headline = "There are too few rounds to say which queue is the fastest."
        } else if let first = wins.first {
            let others = wins.dropFirst().map { ", \(name($0.subject)) at \($0.wins.count)" }.joined()
            let rest = rows.count - wins.reduce(0) { $0 + $1.wins.count }
            headline =
                "\(name(first.subject)) is the fastest at \(first.wins.count) of \(count)\(others)"
                + (rest > 0 ? "; at \(rest), none is for certain." : ".")
        } else {
            headline = "No queue is significantly the fastest at any of \(count)."
        }
        return Finding(
            title: Self.question, tone: view.lacksRounds ? .warn : .plain, headline: headline,
            details: comparisons + margins(wins) + open)
    }

    private func margins(_ wins: [(subject: SubjectID, wins: [Win])]) -> [String] {
        wins.map { each in
            let sorted = each.wins.sorted { $0.ratio.point < $1.ratio.point }
            let subject = "Where \(name(each.subject)) is the fastest, it"
            guard let best = sorted.first, let least = sorted.last, sorted.count > 1 else {
                return "\(subject) takes \(sorted.map(margin).joined())."
            }
            return "\(subject) takes from \(margin(best)) to \(margin(least))."
        }
    }

    /// For example "0.06 (0.05–0.07) of the nearest queue's time at chain (actor)".
    private func margin(_ win: Win) -> String {
        "<span class=\"value\">\(win.ratio.ratioText)</span> of \(XML.text(view.names[win.nearest]))’s time at "
            + XML.text(win.scenario)
    }

    /// How the queues compare with the anchor: a sentence with a line for each queue.
    private var comparisons: [String] {
        guard let ratios = view.ratios else { return [] }
        let lines = ratios.subjects.compactMap { subject -> String? in
            let known = ratios.rows.compactMap { row in
                row.ratios[subject].flatMap { ratio in ratio.interval.map { (row.scenario, ratio, $0) } }
            }
            if known.isEmpty { return nil }
            let less = known.filter { $2.upper < 1 }.sorted { $0.1.point < $1.1.point }
            let more = known.filter { $2.lower > 1 }.map { "\($0.0): \($0.1.ratioText)" }
            let same = known.filter { $2.lower <= 1 && $2.upper >= 1 }.map(\.0)
            var parts =
                less.isEmpty
                ? []
                : [
                    "less than 1 at \(less.count) of \(known.count) scenarios\(range(less.map { ($0.0, $0.1) }))"
                ]
            for (word, scenarios) in [("more than 1 at", more), ("not significantly different at", same)]
            where !scenarios.isEmpty {
                parts.append("\(word) \(XML.text(scenarios.joined(separator: ", ")))")
            }
            return "<li>\(name(subject)): \(parts.joined(separator: "; "))</li>\n"
        }
        if lines.isEmpty { return [] }
        return [
            "The time ÷ \(name(ratios.anchor))’s, with its 95% interval, is\n<ul>\n\(lines.joined())</ul>"
        ]
    }

    /// For example ", from 0.01 (0.01–0.02) at chain to 0.93 (0.92–0.95) at priority".
    private func range(_ ratios: [(scenario: String, ratio: Estimate)]) -> String {
        guard let first = ratios.first, let last = ratios.last else { return "" }
        func text(_ each: (scenario: String, ratio: Estimate)) -> String {
            "<span class=\"value\">\(each.ratio.ratioText)</span> at \(XML.text(each.scenario))"
        }
        return ratios.count == 1 ? ": \(text(first))" : ", from \(text(first)) to \(text(last))"
    }

    /// Where no queue is the fastest, and why: a sentence for each reason.
    private var open: [String] {
        var (close, few, overloaded): ([String], [String], [String]) = ([], [], [])
        for row in view.leaders.rows {
            let scenario = XML.text(row.scenario)
            switch row.outcome {
            case .undecided(let rivals):
                let names = rivals.map { XML.text(view.names[$0]) }.joined(separator: ", ")
                close.append("\(scenario) (\(XML.text(view.names[row.leader])) and \(names))")
            case .tooFewRounds: few.append(scenario)
            case .overloaded: overloaded.append(scenario)
            case .fastest, .alone: break
            }
        }
        let least = BenchmarkSummary.leastRoundsForInterval
        let reasons = [
            ("The difference isn’t significant at", close),
            ("A queue did not keep up, so nothing is said, at", overloaded),
            ("Too few rounds for a sentence (an interval takes \(least)) at", few),
        ]
        return reasons.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))." }
    }

    /// Each scenario with its fastest queue.
    var table: PageTable {
        PageTable(
            columns: ["scenario", "compared", "leads", "its time ÷ the nearest’s (95%)", "nearest", ""],
            rows: view.leaders.rows.map { row in
                var (ratio, nearest, remark) = (PageTable.Cell.empty, PageTable.Cell.empty, "")
                switch row.outcome {
                case .fastest(let other, let estimate):
                    ratio = .init(estimate.ratioText, value: estimate.point)
                    nearest = .init(html: mark(other))
                    remark = "fastest"
                case .undecided(let rivals):
                    nearest = .init(html: rivals.map(mark).joined(separator: ", "))
                    remark = "not significant"
                case .tooFewRounds: remark = "too few rounds"
                case .overloaded: remark = "a queue did not keep up"
                case .alone: remark = "only one queue"
                }
                return [
                    .init(row.scenario), .init(MetricText.short(row.metric)), .init(html: mark(row.leader)),
                    ratio, nearest,
                    .init(remark),
                ]
            }, numbers: 3..<4, label: "The fastest queue of each scenario")
    }

    private func mark(_ subject: SubjectID) -> String { palette.label(view.names[subject]) }
}
