import QueueBenchmarking

/// Summaries of made-up measurements.
enum MadeUpSummary {
    /// The rows of a run that passed its check; the round is `pair`.
    static func row(
        _ queue: String, strategy: String = "", _ benchmarkCase: BenchmarkCase, pair: Int,
        _ readings: [Reading], driver: String = "thread"
    ) -> [Measurement] {
        BenchmarkRun(
            subject: SubjectID(queue: queue, strategy: strategy), benchmarkCase: benchmarkCase,
            driver: driver, process: 0, place: RunPlace(round: pair, position: 0, pair: pair), seed: 1,
            outcome: .passed(readings)
        ).measurements
    }

    static func of(_ rows: [[Measurement]]) -> BenchmarkSummary {
        var summary = BenchmarkSummary(seed: 1)
        for row in rows.joined() { summary.add(row) }
        return summary
    }
}
