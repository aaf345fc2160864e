public import QueueBenchmarking
private import TextFormats

/// A run read from its folder: the manifest and the measurements, which belong together.
///
/// If a file can't be read, or doesn't match the other, reading fails with the position.
public struct RunFolder: Sendable {
    public let path: String
    public let manifest: RunManifest
    /// In the order in which they were taken.
    public let measurements: [Measurement]

    /// - Throws: `FileError` if a file can't be read, has another schema or an invalid value, or if the
    ///   measurements aren't those of the manifest.
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
                    reason: "\(RunManifest.fileName) has no \(what): the files belong to different runs")
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
        // A run that ended has counted its runs. A run that was killed may lack the rows of the last one.
        if manifest.state == .finished || manifest.state == .interrupted,
            let (position, reason) = census.defect(of: manifest)
        {
            throw FileError(action: "read", path: csv, position: position, reason: reason)
        }
        self.path = path
        self.manifest = manifest
        self.measurements = measurements
    }

    /// The summary of all measurements.
    ///
    /// - Parameter anchor: The queue to compare with, as in `BenchmarkSummary.anchor`.
    public func summary(anchor: String? = nil) -> BenchmarkSummary {
        var summary = manifest.emptySummary(anchor: anchor)
        for measurement in measurements { summary.add(measurement) }
        return summary
    }
}
