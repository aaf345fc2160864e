internal import QueueBenchmarking
internal import Reporting
internal import TextFormats

/// One benchmark in progress: writes measurements to its files at once, and prints the tables at the end.
struct BenchSession {
    private let runner: BenchmarkRunner
    private let launcher: MeasureLauncher
    private let results: BenchmarkResults
    private let folder: OutputFolder
    private let conformance: ConformanceTally?
    private let progress: Progress
    private let names: SubjectNames

    /// Creates the files.
    ///
    /// - Throws: ``UsageError`` if they can't be written.
    init(
        _ runner: BenchmarkRunner, _ launcher: MeasureLauncher, _ manifest: RunManifest,
        _ folder: OutputFolder,
        _ conformance: ConformanceTally?, isQuiet: Bool
    ) throws {
        self.runner = runner
        self.launcher = launcher
        self.folder = folder
        self.conformance = conformance
        results = try UsageError.onFileError { try BenchmarkResults(creating: folder.path, manifest) }
        let subjects = manifest.subjects
        let names = SubjectNames(subjects)
        self.names = names
        let what =
            subjects.count > 3
            ? "\(subjects.count) queues" : subjects.map { names[$0] }.joined(separator: ", ")
        progress = Progress("measuring \(what)", total: manifest.plannedRuns, isQuiet: isQuiet)
    }

    /// The folder of the results.
    var path: String { folder.path }

    /// What is known of the run.
    var manifest: RunManifest { results.manifest }

    /// Runs everything, writes the results, and returns the exit status.
    ///
    /// - Parameters:
    ///   - scenarios: The names of the scenarios to run; nil for all.
    ///   - isReported: Whether to print the tables.
    ///   - receive: Called with each run, warm-ups included.
    func run(
        only scenarios: Set<String>? = nil, isReported: Bool = true,
        receive: (BenchmarkRun) -> Void = { _ in }
    ) async throws -> ExitStatus {
        var summary = manifest.emptySummary()
        do {
            try await runner.run(in: launcher, only: scenarios) { run in
                for row in try results.append(run) { summary.add(row) }
                receive(run)
                if run.place != nil {
                    progress.advance("\(names[run.subject]) at \(run.benchmarkCase.scenario)")
                }
            }
            progress.end()
            try end(.finished, summary, isReported)
            return summary.failureCount > 0 ? .broken : .success
        } catch is CancellationError {
            progress.end()
            try end(.interrupted, summary, isReported)
            return .interrupted
        } catch {
            progress.end()
            // The failure itself counts, not that it couldn't be recorded.
            try? results.end(.failed, failure: "\(error)")
            throw error
        }
    }

    /// Writes the results of runs that were made before, and prints the tables.
    func write(_ runs: [BenchmarkRun]) throws {
        var summary = manifest.emptySummary()
        for run in runs {
            for row in try results.append(run) { summary.add(row) }
        }
        progress.end()
        try end(.finished, summary, true)
    }

    /// Writes the summary of all measurements, and prints it.
    private func end(
        _ state: RunManifest.State, _ summary: BenchmarkSummary, _ isReported: Bool
    ) throws {
        try results.writeHistograms()
        try results.end(state)
        try results.write(
            summary: SummaryMarkdown.text(results.manifest, summary, conformance: conformance))
        if isReported { report(summary) }
    }

    private func report(_ summary: BenchmarkSummary) {
        var text = BenchmarkText.text(summary) { results.latencies(of: $0, at: $1) }
        let manifest = results.manifest
        for sentence in manifest.unmeasured + RunDoubts.sentences(manifest, of: "The run") {
            text += PlainText.wrapped(sentence, indent: 0)
        }
        let version = manifest.allocator.version.map { " (\($0))" } ?? ""
        text += "Allocator \(manifest.allocator.name)\(version), seed \(manifest.seed)"
        text +=
            manifest.machine.loadAverage.map { ", load before \(Decimals.rounded($0, places: 1)).\n" }
            ?? ".\n"
        text += BenchmarkText.text(RunDigest(summary, conformance: conformance))
        Terminal.output(text + "Results: \(folder.path)\n")
    }
}
