public import QueueBenchmarking
private import TextFormats

/// Writes summary.md: a run on one page.
public enum SummaryMarkdown {
    public static let fileName = "summary.md"

    /// - Parameters:
    ///   - manifest: What the run was.
    ///   - summary: What it measured.
    ///   - conformance: What the rules said of the queues in the same folder, if they were asked.
    public static func text(
        _ manifest: RunManifest, _ summary: BenchmarkSummary, conformance: ConformanceTally?
    ) -> String {
        let tables = summary.tables
        var text = "# Benchmark of \(manifest.started)\n\n" + facts(manifest)
        let doubts = RunDoubts.sentences(manifest, of: "The run")
        if !doubts.isEmpty { text += "\n" + doubts.map { "**\(Markdown.escaped($0))**\n" }.joined() }
        if let conformance { text += "\n## Conformance\n\n" + table(conformance) + "\n" + standings }
        let scaling = TextTable.scaling(ScalingSummary(summary))
        for table in tables.map({ TextTable($0) }) + scaling { text += table.markdown }
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
                "\(manifest.runs) of \(manifest.plannedRuns), \(manifest.failedChecks) with a wrong result"
            ),
        ]
        return facts.map { "- \($0): \(Markdown.escaped($1))\n" }.joined()
            + "- command: `\(manifest.commandLine.joined(separator: " "))`\n"
    }

    private static func table(_ conformance: ConformanceTally) -> String {
        Markdown.table(
            [["queue"] + conformance.standings]
                + conformance.queues.map { queue in
                    [queue] + conformance.standings.map { "\(conformance.count($0, of: queue))" }
                })
    }

    private static let standings = """
        *expected*: broken, as the file of expectations says, with the reason; *differs*: where a queue may; \
        *recorded*: what the rules leave open, and nothing is judged. \
        Only *broken*, *unexpectedly kept*, *inconclusive* and *harness error* are not as they should be.

        """

    private static let explanation = """
        Times and quantiles are medians over the rounds; intervals and ratios come from resampling them. The \
        queue *inline* runs each operation in the call that adds it: its row is what the harness itself costs. \
        A quantile stands there only if at least \(LatencyHistogram.leastBeyond) latencies of a run lie beyond \
        it; *late* is how late the generator itself was. Over all rounds, the latencies stand in `latency/`.

        """
}
