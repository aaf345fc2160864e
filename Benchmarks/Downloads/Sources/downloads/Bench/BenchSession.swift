internal import QueueBenchmarking
internal import Reporting

/// One benchmark as it goes on: what it measures goes to its files at once, and at the end to the terminal.
struct BenchSession {
    private let runner: BenchmarkRunner
    private let launcher: MeasureLauncher
    private let results: BenchmarkResults
    private let folder: String
    private let isQuiet: Bool

    init(
        _ runner: BenchmarkRunner, _ launcher: MeasureLauncher, _ results: BenchmarkResults, _ folder: String,
        isQuiet: Bool
    ) {
        self.runner = runner
        self.launcher = launcher
        self.results = results
        self.folder = folder
        self.isQuiet = isQuiet
    }

    /// Runs everything, writes it down, and returns how it ended.
    func run() async throws -> ExitStatus {
        var summary = BenchmarkSummary(of: runner, seed: results.manifest.seed)
        let count = runner.plan.runCount
        var done = 0
        do {
            try await runner.run(in: launcher) { run in
                for row in try results.append(run) { summary.add(row) }
                if run.place != nil { done += 1 }
                if !isQuiet {
                    let what = run.place == nil ? "warms up" : "\(done) of \(count)"
                    Terminal.error("downloads: \(what): \(run.subject) at \(run.benchmarkCase)\n")
                }
                if let failure = run.failure { Terminal.error("downloads: WRONG RESULT: \(failure)\n") }
            }
        } catch is CancellationError {
            try end(.interrupted, summary)
            return .interrupted
        } catch {
            try? results.end(.failed, failure: "\(error)")
            throw error
        }
        try end(.finished, summary)
        return summary.failureCount > 0 ? .failed : .success
    }

    private func end(_ state: RunManifest.State, _ summary: BenchmarkSummary) throws {
        try results.writeHistograms()
        try results.end(state)
        try results.write(summary: SummaryMarkdown.text(results.manifest, summary, conformance: nil))
        Terminal.output(BenchTable.text(summary) + "Results: \(folder)\n")
    }
}
