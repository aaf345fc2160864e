public import QueueBenchmarking
private import TextFormats

/// Writes summary.md: a run on one page.
public enum SummaryMarkdown {
    public static let fileName = "summary.md"

    /// - Parameters:
    ///   - manifest: The manifest of the run.
    ///   - summary: Its measurements.
    ///   - conformance: The verdicts of the rules in the same folder, if there are any.
    public static func text(
        _ manifest: RunManifest, _ summary: BenchmarkSummary, conformance: ConformanceTally?
    ) -> String {
        let (tables, names) = (summary.tables, SubjectNames(summary.subjects))
        let skipped = SkippedCases(tables, names)
        var text = "# Benchmark of \(manifest.started)\n\n" + facts(manifest)
        let doubts = RunDoubts.sentences(manifest, of: "The run")
        if !doubts.isEmpty { text += "\n" + doubts.map { "**\(Markdown.escaped($0))**\n" }.joined() }
        if let conformance { text += "\n## Conformance\n\n" + table(conformance) + "\n" + standings }
        let shown = tables.filter(skipped.isShown)
        let (scaling, granularity) = (ScalingSummary(summary), GranularitySummary(summary))
        let overview = TextTable.granularityOverview(granularity, scaling) { names[$0] }
        for table in shown.map({ TextTable($0, names) }) + TextTable.scaling(scaling, names)
            + [overview].compactMap(\.self)
            + TextTable.granularity(granularity, names)
        { text += table.markdown }
        if !skipped.sentences.isEmpty {
            text += "\n## Not run\n\n" + skipped.sentences.map { "- \(Markdown.escaped($0))\n" }.joined()
        }
        for sentence in [RunDoubts.missingIntervals(tables)].compactMap(\.self) { text += "\n\(sentence)\n" }
        for sentence in manifest.unmeasured { text += "\n\(Markdown.escaped(sentence))\n" }
        return text + "\n" + explanation
    }

    private static func facts(_ manifest: RunManifest) -> String {
        let machine = manifest.machine
        let memory = machine.memoryBytes.map { ", \($0 >> 30) GiB" } ?? ""
        let facts: [(String, String)] = [
            (
                "machine",
                "\(machine.processors) × \(machine.processorModel ?? machine.architecture)\(memory), "
                    + "\(machine.system), load \(machine.loadAverage.map { Decimals.rounded($0, places: 1) } ?? "unknown")"
            ),
            (
                "toolchain",
                "\(manifest.toolchain.swift ?? "unknown"), \(manifest.toolchain.configuration) build"
            ),
            ("commit", manifest.commit ?? "unknown"),
            ("allocator", manifest.allocator.name + (manifest.allocator.version.map { " (\($0))" } ?? "")),
            ("rules", "version \(manifest.rulesVersion ?? "unknown")"),
            ("seed", "\(manifest.seed)"),
            ("profile", "\(manifest.profile.name), \(manifest.profile.rounds) rounds"),
            (
                "runs",
                "\(manifest.runs) of \(manifest.plannedRuns), \(manifest.failedChecks) failed their check"
            ),
        ]
        return facts.map { "- \($0): \(Markdown.escaped($1))\n" }.joined()
            + "- command: `\(ShellWords.line(manifest.commandLine))`\n"
    }

    private static func table(_ conformance: ConformanceTally) -> String {
        Markdown.table(
            [["queue"] + conformance.standings.map(ConformanceTally.word)]
                + conformance.queues.map { queue in
                    [queue] + conformance.standings.map { "\(conformance.count($0, of: queue))" }
                })
    }

    private static let standings = """
        *expected*: broken, for a reason that the expectations give; *differs*: where a queue may; \
        *recorded*: not judged, because the rules leave it open. \
        Only *broken*, *unexpectedly passed*, *inconclusive* and *harness error* need an explanation.

        """

    private static let explanation = """
        Times and quantiles are medians over the rounds; intervals and ratios come from resampling them. The \
        queue *inline* runs each operation in the call that adds it: its row is the cost of the harness. \
        A quantile is reported only with at least \(LatencyHistogram.leastBeyond) latencies of a run above it. \
        *late* is how late the generator was. `latency/` contains the latencies of all rounds.

        """
}
