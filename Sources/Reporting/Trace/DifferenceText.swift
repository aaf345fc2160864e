private import BenchmarkStatistics
private import ConcurrencyPrimitives
public import QueueBenchmarking
public import TextFormats

/// Why one queue is slower than another, as text.
public struct DifferenceText {
    private let names: (first: String, second: String)
    private let difference: BreakdownDifference

    /// - Parameters:
    ///   - first: The name of the queue in question.
    ///   - second: That of the one that it is compared with.
    ///   - difference: What the rounds have come to.
    public init(_ first: String, against second: String, _ difference: BreakdownDifference) {
        (names, self.difference) = ((first, second), difference)
    }

    /// The parts, the largest difference first.
    public func table(_ title: String) -> TextTable {
        func row(_ name: String, _ cause: BreakdownDifference.Cause) -> [String] {
            let share = difference.total.map { abs($0.difference.point) } ?? 0
            return [
                name, Self.number(cause.first), Self.number(cause.second),
                Self.number(cause.difference.point),
                cause.difference.interval.map { "\(Self.number($0.lower)) to \(Self.number($0.upper))" }
                    ?? "-",
                share > 0 ? Decimals.percent(cause.difference.point / share, isSigned: true) : "-",
            ]
        }
        let parts = difference.causes.map { row($0.part.rawValue, $0) }
        return TextTable(
            title: "\(title): wall time × processors, ns an operation, without what tracing took",
            columns: ["", names.first, names.second, "difference", "99%", "of it"],
            rows: parts + (difference.processorTime.map { [row("processor time", $0)] } ?? [])
                + (difference.total.map { [row("in all", $0)] } ?? []))
    }

    /// One or two sentences.
    public func sentence(_ runs: [TracedRuns.Run]) -> String {
        switch difference.verdict {
        case .tooFewRounds:
            return PlainText.wrapped("There are too few rounds to say anything; --rounds gives more.")
        case .nothing:
            let least = Decimals.percent(BreakdownDifference.leastShare)
            return PlainText.wrapped(
                "Nothing: neither time nor processor time can be told apart, or they differ by less than \(least)."
            )
        case .noSingleCause(let time):
            return PlainText.wrapped("\(size(time)), and no part by itself differs for certain.")
        case .cause(let cause, let time):
            return PlainText.wrapped(
                "\(size(time)). The first cause: \(cause.part.rawValue) (\(cause.part.summary)), "
                    + "\(Self.number(cause.difference.point)) ns an operation." + place(cause.part, runs))
        }
    }

    private func size(_ time: BreakdownDifference.Time) -> String {
        let total = time == .elapsed ? difference.total : difference.processorTime
        guard let total else { return "" }
        let size = Decimals.percent(abs(total.difference.point) / total.second)
        let direction = total.difference.point > 0 ? "more" : "less"
        return "\(names.first) takes \(size) \(direction) \(time.rawValue) than \(names.second)"
    }

    private func place(_ part: TraceBreakdown.Part, _ runs: [TracedRuns.Run]) -> String {
        guard let run = runs.last, let (span, lane) = run.longestSpan(of: part) else { return "" }
        let recorded = run.trace.recording.lanes[lane]
        return
            " In the last trace of \(names.first), its longest span is '\(TraceLabels.name(span, operation: nil))', "
            + "\(Decimals.rounded(span.duration / 1_000, places: 1)) µs at \(Decimals.rounded(span.start / 1e6, places: 3)) ms "
            + "on the thread \(recorded.name) \(recorded.thread)."
    }

    private static func number(_ value: Double) -> String { Decimals.rounded(value, places: 1) }
}
