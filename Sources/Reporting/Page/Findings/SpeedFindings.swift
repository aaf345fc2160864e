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
            let others = wins.dropFirst().map { ", \(name($0.subject)) in \($0.wins.count)" }.joined()
            let rest = rows.count - wins.reduce(0) { $0 + $1.wins.count }
            headline =
                "\(name(first.subject)) is the fastest in \(first.wins.count) of \(count)\(others)"
                + (rest > 0 ? "; for \(rest), the measurement doesn’t name one." : ".")
        } else {
            headline = "The measurement doesn’t name the fastest queue in any of \(count)."
        }
        return Finding(
            title: Self.question, tone: view.lacksRounds ? .warn : .plain, isWide: true, headline: headline,
            table: comparison, details: wins.map(margins),
            more: .init(
                "Where none is named, and what the numbers are",
                open + (comparison == nil ? [] : [Self.legend])))
    }

    private static let legend =
        "The time of a scenario is its processor time, its median latency, or its time beyond one operation: whichever it measures. "
        + "“Faster” divides the anchor’s time by the queue’s, and in parentheses is the 95% interval. A queue is compared in the "
        + "scenarios that it can run."

    /// For example "lock at chain and fan: the next queue takes from 1.1× (1.0–1.2) its time at fan (actor) to 16× (14–18) at chain (…)".
    private func margins(_ each: (subject: SubjectID, wins: [Win])) -> String {
        let sorted = each.wins.sorted { $0.ratio.point > $1.ratio.point }
        let scenarios = each.wins.map { Self.term($0.scenario) }.joined(separator: ", ")
        let range =
            if let least = sorted.first, let most = sorted.last, sorted.count > 1 {
                "from \(margin(least)) to \(margin(most))"
            } else { sorted.map(margin).joined() }
        return "\(name(each.subject)) is the fastest at \(scenarios). The next queue takes \(range)."
    }

    /// For example "16× its time (14–18) at chain (actor)".
    private func margin(_ win: Win) -> String {
        "<span class=\"value\">\(Self.times(win.ratio))</span> its time at \(Self.term(win.scenario)) "
            + "(\(XML.text(view.names[win.nearest])))"
    }

    // MARK: Compared with the anchor

    private typealias Comparison = (scenario: String, ratio: Estimate, interval: Estimate.Interval)

    /// A line for each queue: in how many scenarios it is faster than the anchor, and where it is the least and the most surely so.
    private var comparison: PageTable? {
        guard let ratios = view.ratios else { return nil }
        let rows = ratios.subjects.compactMap { subject -> [PageTable.Cell]? in
            let known = ratios.rows.compactMap { row in
                row.ratios[subject].flatMap { ratio in ratio.interval.map { (row.scenario, ratio, $0) } }
            }.sorted { $0.2.upper > $1.2.upper }
            guard let worst = known.first, let best = known.last else { return nil }
            let faster = known.count { $2.upper < 1 }
            return [
                .init(html: palette.label(view.names[subject])),
                .init("\(faster) of \(known.count)", value: Double(faster)), cell(worst), cell(best),
            ]
        }
        if rows.isEmpty { return nil }
        return PageTable(
            columns: [
                "against \(view.names[ratios.anchor])", "faster in", "worst (95% interval)",
                "best (95% interval)",
            ], rows: rows,
            label: "How the queues compare with \(view.names[ratios.anchor])")
    }

    private func cell(_ one: Comparison) -> PageTable.Cell {
        let (isFaster, isSlower) = (one.interval.upper < 1, one.interval.lower > 1)
        let amount =
            isFaster
            ? "\(Self.times(one.ratio)) faster"
            : isSlower ? "\(one.ratio.timesText) slower" : "no difference found"
        return .init(
            html: "<span class=\"value\">\(amount)</span> at \(Self.term(one.scenario))",
            value: 1 / one.ratio.point)
    }

    /// The other way round: how many times as long the other takes, for example "16× (14–18)".
    private static func times(_ ratio: Estimate) -> String { ratio.inverse.timesText }

    /// The name of a scenario with what it is.
    private static func term(_ scenario: String) -> String {
        guard let summary = Scenarios.all.first(where: { $0.name == scenario })?.summary else {
            return XML.text(scenario)
        }
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
