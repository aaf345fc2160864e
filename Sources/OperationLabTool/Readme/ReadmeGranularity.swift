internal import QueueBenchmarking
private import Reporting
private import TextFormats

/// The section of a page about how small tasks may be, with its heading.
enum ReadmeGranularity {
    /// Empty if the run has no values.
    ///
    /// - Parameters:
    ///   - summary: The METG(50%) of each queue at each pattern.
    ///   - scaling: The growth of the cost, which stands beside it.
    ///   - title: What the page calls a queue; nil leaves it out.
    static func text(
        _ summary: GranularitySummary, _ scaling: ScalingSummary, title: (String) -> String?
    ) -> String {
        let overview = TextTable.granularityOverview(summary, scaling) { title($0.queue) }
        guard let overview, let line = summary.lines.first else { return "" }
        func parameter(_ name: String) -> String { line.parameters[name].map { "\($0)" } ?? "?" }
        let hasGrowth = scaling.lines.contains { $0.slope != nil }
        let growth =
            hasGrowth
            ? " Below them, the exponents of the growth of the processor time with the length of a chain."
            : ""
        let table = Markdown.table([overview.columns] + overview.rows).trimmed
        return """

            ### Granularity

            METG(50%), the minimum effective task granularity: the smallest size of tasks, in µs, at which half of the processors' \
            time does useful work, with its 95% interval. The task graphs are those of Task Bench (Slaughter et al., SC 2020), \
            \(parameter("width")) tasks wide and \(parameter("steps")) steps long, at limit \(parameter("limit")).\(growth)

            \(([table] + overview.notes).joined(separator: "\n\n"))
            """
    }
}
