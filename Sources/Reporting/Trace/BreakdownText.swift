private import BenchmarkStatistics
private import ConcurrencyPrimitives
public import QueueBenchmarking
public import TextFormats

/// Where the processors' time went in traced runs, as text.
public enum BreakdownText {
    /// A row for each part: the mean over the runs, for an operation. Nil if a trace lacks events: its parts would be wrong.
    public static func table(_ title: String, _ runs: [TraceSummary]) -> TextTable? {
        if runs.isEmpty || runs.contains(where: { $0.dropped > 0 }) { return nil }
        func mean(_ value: (TraceSummary) -> Double) -> Double {
            runs.reduce(0) { $0 + value($1) } / Double(runs.count)
        }
        let parts = TraceBreakdown.Part.allCases.map { part in (part, mean { $0.parts[part] ?? 0 }) }
        let total = mean { $0.total }
        let rows = parts.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.map { part, time in
            [part.rawValue, Decimals.rounded(time, places: 1), Decimals.percent(time / total)]
        }
        return TextTable(
            title:
                "\(title): where wall time × processors goes, ns an operation, means of \(runs.count) runs",
            columns: ["", "ns", "share"],
            rows: rows + [["in all", Decimals.rounded(total, places: 1), "100%"]],
            notes: notes(offProcessor: mean { $0.offProcessorShare }))
    }

    private static func notes(offProcessor share: Double) -> [String] {
        if share < 0.1 { return [] }
        return [
            "The threads were on no processor in \(Decimals.percent(share)) of the time that they noted: they slept or were "
                + "preempted there. Nobody notes where, so the parts are rough."
        ]
    }

    /// What the trace has cost, and what it lacks.
    public static func cost(of runs: TracedRuns, file: String) -> String {
        guard let recording = runs.trace?.recording else { return "" }
        let count = recording.lanes.reduce(0) { $0 + $1.events.count }
        let dropped =
            recording.dropped == 0
            ? "none dropped"
            : "\(Decimals.grouped(recording.dropped)) more dropped, for which --events gave no memory"
        var text = PlainText.wrapped(
            "\(file): \(Decimals.grouped(count)) events of \(recording.lanes.count) threads, \(dropped).")
        // Few runs differ by more than what a trace costs.
        if let plain = Sample(runs.plainCost), let traced = Sample(runs.tracedCost), plain.count >= 6,
            plain.median > 0
        {
            let more = Decimals.percent(traced.median / plain.median - 1, isSigned: true)
            text += PlainText.wrapped(
                "Tracing cost \(more) of the processor time: \(Decimals.rounded(traced.median, places: 0)) ns an operation "
                    + "instead of \(Decimals.rounded(plain.median, places: 0)), medians of \(traced.count) runs each."
            )
        }
        return text
    }
}
