private import BenchmarkStatistics
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
        func row(_ name: String, _ difference: BreakdownDifference.Difference) -> [String] {
            let interval = difference.estimate.interval
            return [
                name, Self.number(difference.first), Self.number(difference.second),
                Self.number(difference.estimate.point),
                interval.map { "\(Self.number($0.lower)) to \(Self.number($0.upper))" } ?? "-",
            ]
        }
        let totals = [("processor time", BreakdownDifference.Time.processor), ("in all", .elapsed)]
        return TextTable(
            title: "\(title): wall time × processors, ns an operation, without what tracing took",
            columns: ["", names.first, names.second, "difference", "99%"],
            rows: difference.parts.map { row($0.part.rawValue, $0.difference) }
                + totals.compactMap { name, time in difference.totals[time].map { row(name, $0) } },
            notes: [
                "Medians of the rounds; the difference is the center of the rounds' differences, so the columns need not add up."
            ])
    }

    /// One or two sentences.
    public var sentence: String { PlainText.wrapped(text) }

    private var text: String {
        switch difference.verdict {
        case .tooFewRounds:
            "There are too few rounds to say anything: --rounds \(BreakdownDifference.leastRounds + 1) or more."
        case .nothing:
            "Nothing: the processor time is the same, up to \(Decimals.percent(BreakdownDifference.equalShare))."
        case .undecided:
            "No difference was found, and none is excluded; more --rounds, or a quieter machine, may tell."
        case .noSingleCause(let time): "\(size(time)), and no part by itself differs for certain."
        case .cause(let part, let time):
            "\(size(time)). The first cause: \(part.rawValue) (\(part.summary)), \(difference(of: part)) ns an operation."
        }
    }

    private func difference(of part: TraceBreakdown.Part) -> String {
        let found = difference.parts.first { $0.part == part }
        return found.map { Self.number($0.difference.estimate.point) } ?? "-"
    }

    private func size(_ time: BreakdownDifference.Time) -> String {
        guard let total = difference.totals[time] else { return "" }
        let size = Decimals.percent(abs(total.estimate.point) / total.second)
        let direction = total.estimate.point > 0 ? "more" : "less"
        return "\(names.first) takes \(size) \(direction) \(time.rawValue) than \(names.second)"
    }

    private static func number(_ value: Double) -> String { Decimals.rounded(value, places: 1) }
}
