private import BenchmarkStatistics
internal import QueueBenchmarking
private import TextFormats

/// METG(50%) as text, in microseconds.
enum GranularityText {
    /// What METG(50%) means, as a sentence.
    static let definition =
        "METG(50%): the smallest size of tasks at which half of the processors' time does useful work; smaller is better"

    /// For example "2.1", "<0.5", ">128", or "inconclusive".
    static func point(_ line: GranularitySummary.Line) -> String {
        line.crossing.map { text($0.size) } ?? "inconclusive"
    }

    /// For example "2.1 (1.9–2.4)" or "96 (71–>128)".
    static func interval(_ line: GranularitySummary.Line) -> String {
        guard let size = line.crossing?.size, let interval = line.crossing?.interval else {
            return point(line)
        }
        switch size {
        // Where no draw of the rounds crosses, the point says it all.
        case .below where interval.upper == size: return text(size)
        case .above where interval.lower == size: return text(size)
        case .below, .above, .at: break
        }
        return "\(text(size)) (\(text(interval.lower))–\(text(interval.upper)))"
    }

    /// What to know about it; nil if there is nothing.
    static func remark(_ line: GranularitySummary.Line) -> String? {
        switch line.crossing?.size {
        case .above(let size):
            "No METG within the measured sizes, because the efficiency is below one half even at \(microseconds(size)) µs"
        case .below(let size):
            "METG below the measured sizes, because the efficiency is at least one half already at \(microseconds(size)) µs"
        case .at where line.crossing?.isRepeated == true:
            "The efficiency falls below one half again at a larger size, and the last crossing counts"
        case .at, nil: nil
        }
    }

    /// A size of tasks that was measured.
    static func microseconds(_ nanoseconds: Double) -> String { Decimals.shortest(nanoseconds / 1_000) }

    private static func text(_ size: LevelCrossing.Size) -> String {
        switch size {
        case .below(let size): return "<\(microseconds(size))"
        case .above(let size): return ">\(microseconds(size))"
        case .at(let size):
            let value = size / 1_000
            return Decimals.rounded(value, places: value < 0.995 ? 2 : value < 9.95 ? 1 : 0)
        }
    }
}
