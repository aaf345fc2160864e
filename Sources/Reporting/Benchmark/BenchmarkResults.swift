private import ConcurrencyPrimitives
public import QueueBenchmarking
private import QueueConformance
private import TextFormats

/// The files of one benchmark run while it is in progress.
///
/// The manifest, with the state *running*, and the header of measurements.csv exist before the first run. From then
/// on the process may be killed at any time: the files hold whole records, and the manifest shows that the run
/// didn't end.
///
/// Thread-safe.
public final class BenchmarkResults: Sendable {
    /// The names of the files. None may exist before the run.
    public static let fileNames = [
        RunManifest.fileName, MeasurementCSV.fileName, SummaryMarkdown.fileName, HistogramFile.folder,
        workloads,
    ]

    /// The folder with the files of the workloads that were measured.
    public static let workloads = "workloads"

    private let folder: String
    private let measurements: MeasurementCSV
    private let state: Mutex<RunManifest>
    private let histograms = Mutex<[HistogramFile: LatencyHistogram]>([:])

    /// Creates the files in an existing folder.
    ///
    /// - Throws: `FileError` if one of them exists or can't be written.
    public init(creating folder: String, _ manifest: RunManifest) throws {
        self.folder = folder
        try AtomicFile.create("\(folder)/\(RunManifest.fileName)", try manifest.text())
        measurements = try MeasurementCSV(creating: "\(folder)/\(MeasurementCSV.fileName)")
        state = Mutex(manifest)
    }

    /// All latencies so far of a queue at a case; nil if there are none.
    public func latencies(of subject: SubjectID, at benchmarkCase: BenchmarkCase) -> LatencyHistogram? {
        histograms.withLock { $0[HistogramFile(subject: subject, benchmarkCase: benchmarkCase)] }
    }

    public var manifest: RunManifest { state.withLock { $0 } }

    /// Appends the results of a run, and returns its measurements.
    @discardableResult
    public func append(_ run: BenchmarkRun) throws -> [Measurement] {
        let rows = run.measurements
        for measurement in rows { try measurements.append(measurement) }
        state.withLock { manifest in
            if run.place != nil { manifest.runs += 1 }
            if run.failure != nil { manifest.failedChecks += 1 }
        }
        if run.place != nil, case .passed(_, let latency?, _) = run.outcome {
            histograms.withLock { all in
                let key = HistogramFile(subject: run.subject, benchmarkCase: run.benchmarkCase)
                all[key, default: LatencyHistogram()].merge(latency)
            }
        }
        return rows
    }

    /// Writes the latencies of each queue at each case, over all rounds, to one file each in the folder `latency`.
    /// Each file ends with the version of the rules in a comment, which the format allows.
    public func writeHistograms() throws {
        let histograms = histograms.withLock { $0 }
        if histograms.isEmpty { return }
        try HistogramFile.createFolder(in: folder)
        for (file, histogram) in histograms {
            try AtomicFile.create(
                "\(folder)/\(file.path)",
                histogram.percentileDistribution + "#[Rules   = \(RuleBook.version)]\n")
        }
    }

    /// Records how the run ended; now, unless the manifest says when.
    public func end(_ end: RunManifest.State, failure: String? = nil) throws {
        try state.withLock { manifest in
            manifest.state = end
            manifest.ended = manifest.ended ?? RunManifest.now
            manifest.failure = failure
            try AtomicFile.replace("\(folder)/\(RunManifest.fileName)", try manifest.text())
        }
    }

    /// Writes summary.md.
    public func write(summary: String) throws {
        try AtomicFile.create("\(folder)/\(SummaryMarkdown.fileName)", summary)
    }
}
