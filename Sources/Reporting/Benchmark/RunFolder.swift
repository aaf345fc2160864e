public import QueueBenchmarking
private import TextFormats

/// A run that was written down, read back whole: its manifest and its measurements, which belong together.
///
/// There is no partial answer: what can't be read, or doesn't fit, is an error that says where.
public struct RunFolder: Sendable {
    public let path: String
    public let manifest: RunManifest
    /// In the order in which they were taken.
    public let measurements: [Measurement]

    /// - Throws: `FileError` if a file can't be read, is of another schema, is malformed, or if the measurements
    ///   aren't those of the manifest.
    /// - Complexity: O(length of the files).
    public init(reading path: String) throws {
        let file = path.hasSuffix("/") ? path : path + "/"
        guard TextFile.exists(file + RunManifest.fileName) else {
            throw FileError(
                action: "read", path: path,
                reason: TextFile.exists(path)
                    ? "it is no folder of results: there is no \(RunManifest.fileName) in it, as 'oplab bench' writes one"
                    : "there is no such folder")
        }
        let manifest = try RunManifest.read(file + RunManifest.fileName)
        let subjects = Set(manifest.subjects)
        let cases = Set(manifest.cases)
        let csv = file + MeasurementCSV.fileName
        var measurements: [Measurement] = []
        var census = RunCensus()
        try MeasurementCSV.read(csv) { measurement, position in
            func foreign(_ what: String) -> FileError {
                FileError(
                    action: "read", path: csv, position: position,
                    reason: "\(RunManifest.fileName) knows no \(what): these files are not of one run")
            }
            guard subjects.contains(measurement.subject) else {
                throw foreign("queue '\(measurement.subject)'")
            }
            guard cases.contains(measurement.benchmarkCase) else {
                throw foreign("case '\(measurement.benchmarkCase)'")
            }
            measurements.append(measurement)
            census.add(measurement, position)
        }
        // A run that ended has counted its runs; one that was killed may lack the end of its last.
        if manifest.state == .finished || manifest.state == .interrupted,
            let (position, reason) = census.objection(to: manifest)
        {
            throw FileError(action: "read", path: csv, position: position, reason: reason)
        }
        self.path = path
        self.manifest = manifest
        self.measurements = measurements
    }

    /// What all measurements together say.
    ///
    /// - Parameter anchor: The queue that the others are compared with, as in `BenchmarkSummary.anchor`.
    public func summary(anchor: String = BenchmarkSummary.reference) -> BenchmarkSummary {
        var summary = BenchmarkSummary(
            subjects: manifest.subjects, cases: manifest.cases, skipped: manifest.skipped, anchor: anchor,
            seed: manifest.seed)
        for measurement in measurements { summary.add(measurement) }
        return summary
    }
}
