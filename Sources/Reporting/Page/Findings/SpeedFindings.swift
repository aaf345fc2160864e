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
        if rows.allSatisfy({ if case .alone = $0.outcome { true } else { false } }) {
            headline = "Only one queue was measured, so there is nothing to compare."
        } else if view.lacksRounds {
            headline = "There are too few rounds to say which queue is the fastest."
        } else if let first = wins.first {
            let others = wins.dropFirst().map { ", \(name($0.subject)) in \($0.wins.count)" }.joined()
            let rest = rows.count - wins.reduce(0) { $0 + $1.wins.count }
            headline =
                "\(name(first.subject)) is the fastest in \(first.wins.count) of \(count)\(others)"
                + (rest > 0 ? "; for \(rest), the measurement doesn’t name one." : ".")
        } else {
            headline = "The measurement doesn’t name the fastest queue in any of \(count)."
        }
        let table = table(comparisons)
        return Finding(
            title: Self.question, tone: view.lacksRounds ? .warn : .plain, isWide: true, headline: headline,
            table: table, details: wins.map(margins),
            more: .init(
                "Where none is named, and what the words mean",
                open + comparisons.compactMap(notFaster) + (table == nil ? [] : [Self.legend]) + scenarios))
    }

    private static let legend =
        "The time of a scenario is its processor time, its median latency, or its time beyond one operation: whichever it measures. "
        + "“Faster” divides the anchor’s time by the queue’s, and in parentheses is the 95% interval. Queues are compared in the "
        + "scenarios that both can run, with enough rounds for an interval, and where all kept up with the load."

    /// What the scenarios are that the card names. A workload's file says what that is.
    private var scenarios: [String] {
        let known = view.leaders.rows.compactMap { row in
            Self.summary(row.scenario).map { "<li>\(XML.text(row.scenario)): \(XML.text($0))</li>\n" }
        }
        return known.isEmpty ? [] : ["The scenarios are\n<ul>\n\(known.joined())</ul>"]
    }

    /// For example "lock is the fastest at chain, fan. The next queue takes from 1.1× (1.0–1.2) its time at fan (actor) to …".
    private func margins(_ each: (subject: SubjectID, wins: [Win])) -> String {
        let sorted = each.wins.sorted { $0.ratio.point > $1.ratio.point }
        let scenarios = each.wins.map { Self.term($0.scenario) }.joined(separator: ", ")
        let range =
            if let least = sorted.first, let most = sorted.last, sorted.count > 1 {
                "from \(margin(least)) to \(margin(most))"
            } else { sorted.map(margin).joined() }
        return "\(name(each.subject)) is the fastest at \(scenarios). The next queue takes \(range)."
    }

    /// For example "16× (14–18) its time at chain (actor)".
    private func margin(_ win: Win) -> String {
        "<span class=\"value\">\(win.ratio.inverse.timesText)</span> its time at \(Self.term(win.scenario)) "
            + "(\(XML.text(view.names[win.nearest])))"
    }

    // MARK: Compared with the anchor

    /// A queue and the anchor in one scenario.
    private struct Comparison {
        let scenario: String
        /// The queue's time divided by the anchor's.
        let ratio: Estimate
        let interval: Estimate.Interval

        var isFaster: Bool { interval.upper < 1 }
        var isSlower: Bool { interval.lower > 1 }

        /// For example "16× (14–18) faster".
        var text: String {
            isFaster
                ? "\(ratio.inverse.timesText) faster"
                : isSlower ? "\(ratio.timesText) slower" : "no difference found"
        }
    }

    private var comparisons: [(subject: SubjectID, known: [Comparison])] {
        guard let ratios = view.ratios else { return [] }
        let overloaded = Set(
            view.leaders.rows.filter { if case .overloaded = $0.outcome { true } else { false } }.map(
                \.scenario))
        return ratios.subjects.compactMap { subject in
            let known = ratios.rows.compactMap { row in
                overloaded.contains(row.scenario)
                    ? nil
                    : row.ratios[subject].flatMap { ratio in
                        ratio.interval.map { Comparison(scenario: row.scenario, ratio: ratio, interval: $0) }
                    }
            }
            return known.isEmpty ? nil : (subject, known)
        }
    }

    /// A line for each queue: in how many scenarios it is faster than the anchor, and its worst and its best one.
    private func table(_ comparisons: [(subject: SubjectID, known: [Comparison])]) -> PageTable? {
        guard let anchor = view.ratios?.anchor, !comparisons.isEmpty else { return nil }
        let rows = comparisons.map { subject, known in
            let faster = known.count(where: \.isFaster)
            // What is certainly slower comes first, then what may be, then what is the least faster.
            let worst =
                known.filter(\.isSlower).max { $0.ratio.point < $1.ratio.point }
                ?? known.first { !$0.isFaster } ?? known.max { $0.ratio.point < $1.ratio.point }
            let best =
                known.filter(\.isFaster).min { $0.ratio.point < $1.ratio.point }
                ?? known.first { !$0.isSlower } ?? known.min { $0.ratio.point < $1.ratio.point }
            return [
                .init(html: palette.label(view.names[subject])),
                .init("\(faster) of \(known.count)", value: Double(faster) / Double(known.count)),
                cell(worst), cell(best),
            ]
        }
        return PageTable(
            columns: [
                "queue", "faster than \(view.names[anchor])", "worst (95% interval)", "best (95% interval)",
            ],
            rows: rows, label: "How the queues compare with \(view.names[anchor])")
    }

    private func cell(_ one: Comparison?) -> PageTable.Cell {
        guard let one else { return .empty }
        return .init(
            html: "<span class=\"value\">\(one.text)</span> at \(Self.term(one.scenario))",
            value: one.isFaster || one.isSlower ? 1 / one.ratio.point : 1)
    }

    /// Where a queue isn't faster than the anchor; nil if there is no such scenario.
    private func notFaster(_ each: (subject: SubjectID, known: [Comparison])) -> String? {
        let others = each.known.filter { !$0.isFaster }.map { "\(Self.term($0.scenario)): \($0.text)" }
        if others.isEmpty { return nil }
        return "\(name(each.subject)) isn’t faster at \(others.joined(separator: "; "))."
    }

    private static func summary(_ scenario: String) -> String? {
        Scenarios.all.first { $0.name == scenario }?.summary
    }

    /// The name of a scenario with what it is.
    private static func term(_ scenario: String) -> String {
        guard let summary = summary(scenario) else { return XML.text(scenario) }
        return "<span class=\"term\" title=\(XML.attribute(summary))>\(XML.text(scenario))</span>"
    }

    // MARK: Open

    /// Where no queue is the fastest, and why: a sentence for each reason.
    private var open: [String] {
        var (close, few, overloaded): ([String], [String], [String]) = ([], [], [])
        for row in view.leaders.rows {
            let scenario = Self.term(row.scenario)
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
