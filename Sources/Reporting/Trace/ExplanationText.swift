private import BenchmarkStatistics
internal import QueueBenchmarking
public import RegressionGate
public import TextFormats

/// Whether two queues differ, and why, as text.
public struct ExplanationText {
    private let names: (first: String, second: String)
    let found: Explanation

    /// - Parameters:
    ///   - first: The name of the queue in question.
    ///   - second: That of the one that it is compared with.
    ///   - found: What was found.
    public init(_ first: String, against second: String, _ found: Explanation) {
        (names, self.found) = ((first, second), found)
    }

    // MARK: Tables

    /// What was measured without a trace, what was counted, and the parts of the time in traced runs.
    ///
    /// - Parameter title: What was compared, and where.
    public func tables(_ title: String) -> [TextTable] { [measured(title)] + parts(title) }

    /// What was measured without a trace, and what was counted.
    func measured(_ title: String) -> TextTable {
        table(
            "\(title): for an operation, without a trace",
            found.times.map { ("\($0.time.rawValue), ns", $0.change) }
                + found.counts.map { ($0.name, $0.change) }, places: 2, notes: found.notes)
    }

    /// The parts of the time in traced runs, the largest difference first; empty if nothing was traced.
    func parts(_ title: String) -> [TextTable] {
        [
            ("wall time × processors of traced runs", found.parts),
            (
                "processor time of traced runs on one processor, by the median span where there are many",
                found.boundParts
            ),
        ].filter { !$0.1.isEmpty }.map { what, parts in
            table(
                "\(title): \(what), ns an operation, without what tracing took",
                parts.map { ($0.part.rawValue, $0.change) }, places: 1, notes: [])
        }
    }

    private func table(
        _ title: String, _ rows: [(name: String, change: PairedChange)], places: Int, notes: [String]
    ) -> TextTable {
        func text(_ value: Double) -> String { Decimals.rounded(value, places: places) }
        return TextTable(
            title: title, columns: ["", names.first, names.second, "difference", "99%"],
            rows: rows.map { name, change in
                let interval = change.estimate.interval
                return [
                    name, text(change.first), text(change.second), text(change.estimate.point),
                    interval.map { "\(text($0.lower)) to \(text($0.upper))" } ?? "-",
                ]
            },
            notes: [
                "Medians over pairs of new processes; the difference is the center of their differences, so the columns need not add up."
            ] + notes)
    }

    // MARK: Sentences

    /// A few sentences.
    public var sentence: String { PlainText.wrapped(text) }

    /// Whether a cause is certain, or the times are the same.
    public var isConclusive: Bool {
        switch found.verdict {
        case .different(let causes): !causes.isEmpty
        case .nothing: true
        case .tooFewBlocks, .undecided: false
        }
    }

    /// The same in one line.
    var text: String {
        let processes = "\(found.blocks) pair\(found.blocks == 1 ? "" : "s") of new processes"
        switch found.verdict {
        case .tooFewBlocks: return "There are too few rounds to say anything: \(processes)."
        case .nothing(let within):
            return "Nothing: the times are the same within ±\(Decimals.percent(within)), by \(processes)."
                + allocations
        case .undecided:
            let time = found.isTimeUp ? "More --seconds" : "More --rounds"
            return
                "No difference was found, and none is excluded, by \(processes): \(sizes(found.times)). "
                + "\(time), or a quieter machine, may tell."
        case .different(let causes):
            let differing = found.times.filter(\.differs)
            return "\(names.first) against \(names.second): \(sizes(differing)), by \(processes). "
                + Self.explained(by: causes)
        }
    }

    /// Allocations that differ although the times don't.
    private var allocations: String {
        guard let change = found.counts.first?.change.estimate.point else { return "" }
        let number = Decimals.rounded(abs(change), places: 1)
        return
            " What is counted differs all the same: \(names.first) makes \(number) \(change > 0 ? "more" : "fewer") allocations an "
            + "operation."
    }

    /// As in "elapsed time +12% (+8% to +15%)".
    private func sizes(_ times: [Explanation.Time]) -> String {
        times.map { time in
            let estimate = time.relative
            let change = Decimals.growth(
                estimate.point, estimate.interval.map { (lower: $0.lower, upper: $0.upper) })
            return "\(time.time.rawValue) \(change)"
        }.joined(separator: ", ")
    }

    private static func explained(by causes: [Cause]) -> String {
        guard let first = causes.first else { return "No cause is certain." }
        var text = "The first cause: \(sentence(first))."
        let others = causes.dropFirst().prefix(2).map(sentence)
        if !others.isEmpty { text += " Besides: \(others.joined(separator: "; "))." }
        return text
    }

    private static func sentence(_ cause: Cause) -> String {
        let share = "\(Decimals.percent(cause.share)) of the difference"
        let change = cause.change.estimate.point
        let more = change > 0 ? "more" : "fewer"
        let number = Decimals.rounded(abs(change), places: abs(change) < 0.1 ? 3 : 1)
        let time = "\(Decimals.rounded(abs(cause.nanoseconds), places: 0)) ns an operation"
        switch cause.kind {
        case .allocations:
            return "\(number) \(more) allocations an operation (\(time) at least, \(share))"
        case .wakeUps:
            return
                "\(number) \(more) threads woken or started, or jobs sent, an operation (\(time), \(share))"
        case .lockSleeps:
            // So few that the threads have waited awake.
            if abs(change) < 0.0005 { return "threads wait longer for a lock (\(time), \(share))" }
            return "\(number) \(more) sleeps for a lock an operation (\(time), \(share))"
        case .visits: return "\(number) \(more) visits to the queue an operation (\(time), \(share))"
        case .growth:
            return
                "visits take longer the more operations the queue holds, as if each looked through them (\(time), \(share))"
        case .longPolls:
            let (long, short) = (cause.change.first, cause.change.second)
            return
                "a poll for work takes \(Decimals.rounded(long / 1_000, places: 1)) µs instead of "
                + "\(Decimals.rounded(short / 1_000, places: 1)) (\(time), \(share))"
        case .transfers:
            return
                "what passes between the processors: the difference is smaller by \(time) with all threads on one processor (\(share))"
        case .order:
            return change > 0
                ? "too little is ready: operations for which others wait start later, and for \(time) more a processor has nothing to do (\(share))"
                : "more is ready: operations for which others wait start earlier, and for \(time) less a processor has nothing to do (\(share))"
        case .part(let part):
            let direction = change > 0 ? "more" : "less"
            return "\(part.rawValue) (\(part.summary)), \(time) \(direction), \(share)"
        }
    }
}
