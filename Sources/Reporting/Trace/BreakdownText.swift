private import BenchmarkStatistics
private import ConcurrencyPrimitives
public import QueueBenchmarking
public import TextFormats

/// Where the processors' time went in traced runs, as text.
public enum BreakdownText {
    /// A row for each part: the median over the runs, for an operation. Nil if a trace lacks events: its parts would be wrong.
    public static func table(_ title: String, _ runs: TracedRuns) -> TextTable? {
        if runs.runs.contains(where: { $0.trace.recording.dropped > 0 }) { return nil }
        let medians = TraceBreakdown.Part.allCases.map { part in
            (part, median(runs.runs.map { ($0.breakdown.parts[part] ?? 0) / $0.operations }))
        }
        let total = median(runs.runs.map { $0.breakdown.total / $0.operations })
        let remainder = median(runs.runs.map { $0.breakdown.remainder / $0.breakdown.total })
        let rows = medians.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.map { part, time in
            [part.rawValue, Decimals.rounded(time, places: 1), Decimals.percent(time / total)]
        }
        return TextTable(
            title:
                "\(title): where wall time × processors goes, ns an operation, medians of \(runs.runs.count) runs",
            columns: ["", "ns", "share"],
            rows: rows + [["in all", Decimals.rounded(total, places: 1), "100%"]],
            notes: remainderNote(remainder))
    }

    private static func remainderNote(_ remainder: Double) -> [String] {
        abs(remainder) < 0.001
            ? [] : ["The parts differ from the total by \(Decimals.percent(remainder, isSigned: true))."]
    }

    /// What the trace has cost, and what it lacks.
    public static func cost(of runs: TracedRuns, file: String) -> String {
        guard let last = runs.runs.last else { return "" }
        let recording = last.trace.recording
        let count = recording.lanes.reduce(0) { $0 + $1.events.count }
        let dropped =
            recording.dropped == 0
            ? "none dropped"
            : "\(Decimals.grouped(recording.dropped)) more dropped, for which --events gave no memory"
        var text = PlainText.wrapped(
            "\(file): \(Decimals.grouped(count)) events of \(recording.lanes.count) threads, \(dropped).")
        if let plain = Sample(runs.plainCost), let traced = Sample(runs.tracedCost), plain.median > 0 {
            let more = Decimals.percent(traced.median / plain.median - 1, isSigned: true)
            text += PlainText.wrapped(
                "Tracing cost \(more) of the processor time: \(Decimals.rounded(traced.median, places: 0)) ns an operation "
                    + "instead of \(Decimals.rounded(plain.median, places: 0)), medians of \(traced.count) runs each."
            )
        }
        return text
    }

    static func median(_ values: [Double]) -> Double { Sample(values)?.median ?? 0 }
}
