internal import QueueBenchmarking
internal import RegressionGate
private import TextFormats

/// Everything of a folder that the page can show. A file that can't be read is left out, and named.
public struct ResultFolder: Sendable {
    public let path: String
    let run: RunFolder?
    let conformance: ConformanceFile?
    let exploration: ExplorationFile?
    let gateRuns: [GateRunRow]
    let gate: GateRecord?
    let calibration: CalibrationFile?
    let explanation: ExplanationFile?
    /// The latencies of each queue at each case that has a file of them.
    private let latencies: [HistogramFile: LatencyDistribution]
    /// What was left out, and why: a sentence for each file.
    public let problems: [String]

    /// Reads a folder.
    ///
    /// - Throws: `FileError` if there is no such folder, or no file of results in it.
    /// - Complexity: O(length of the files).
    public init(reading path: String) throws {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        guard TextFile.exists(path) else {
            throw FileError(action: "read", path: path, reason: "there is no such folder")
        }
        let names = Self.fileNames.filter { TextFile.exists("\(path)/\($0)") }
        if names.isEmpty {
            throw FileError(
                action: "read", path: path,
                reason: "it is no folder of results: it has none of \(Self.fileNames.joined(separator: ", "))"
            )
        }
        var problems: [String] = []
        func value<Value>(_ file: String, _ leftOut: String, _ read: (String) throws -> Value) -> Value? {
            guard names.contains(file) else { return nil }
            do { return try read("\(path)/\(file)") } catch {
                problems.append("\(error). Left out: \(leftOut).")
                return nil
            }
        }
        self.path = path
        let hasRows = names.contains(MeasurementCSV.fileName)
        run = value(hasRows ? MeasurementCSV.fileName : RunManifest.fileName, "the measurements of \(path)") {
            _ in
            try RunFolder(reading: path)
        }
        conformance =
            value(ConformanceFile.fileName, "the evidence of its verdicts") { try ConformanceFile.read($0) }
            ?? value(ConformanceCSV.fileName, "its verdicts") {
                try ConformanceFile.read(csv: $0, isPartial: !names.contains(ConformanceFile.fileName))
            }
        exploration = value(ExplorationFile.fileName, "its explorations", ExplorationFile.read)
        gateRuns = value(GateRunsCSV.fileName, "the blocks of its gate", GateRunsFile.read) ?? []
        gate = value(GateJSON.fileName, "the report of its gate", GateJSON.read)
        calibration = value(GateCalibrationCSV.fileName, "its calibration", CalibrationFile.read)
        explanation = value(ExplanationFile.fileName, "its explanation", ExplanationFile.read)
        var latencies: [HistogramFile: LatencyDistribution] = [:]
        for file in run.map(Self.histograms) ?? [] where TextFile.exists("\(path)/\(file.path)") {
            do { latencies[file] = try LatencyDistribution.read("\(path)/\(file.path)") } catch {
                problems.append("\(error). Left out: these latencies.")
            }
        }
        self.latencies = latencies
        self.problems = problems
    }

    /// The files that the page knows. A folder has to have one of them.
    private static let fileNames = [
        RunManifest.fileName, MeasurementCSV.fileName, ConformanceCSV.fileName, ConformanceFile.fileName,
        ExplorationFile.fileName, GateRunsCSV.fileName, GateJSON.fileName, GateCalibrationCSV.fileName,
        ExplanationFile.fileName,
    ]

    private static func histograms(_ run: RunFolder) -> [HistogramFile] {
        run.manifest.cases.flatMap { benchmarkCase in
            run.manifest.subjects.map { HistogramFile(subject: $0, benchmarkCase: benchmarkCase) }
        }
    }

    /// The latencies of a queue at a case; nil if there is no file of them.
    func latencies(of subject: SubjectID, at benchmarkCase: BenchmarkCase) -> LatencyDistribution? {
        latencies[HistogramFile(subject: subject, benchmarkCase: benchmarkCase)]
    }

    /// The last part of the path.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}
