public import QueueBenchmarking

/// A run that was written down, read back whole: its manifest and its measurements, which belong together.
///
/// There is no partial answer: what can't be read, or doesn't fit, is an error that says where.
public struct RunFolder: Sendable {
    public let path: String
    public let manifest: RunManifest
    /// In the order in which they were taken.
    public let measurements: [Measurement]

    /// - Throws: ``FileError`` if a file can't be read, is of another schema, is malformed, or if the measurements
    ///   aren't those of the manifest.
    /// - Complexity: O(length of the files).
    public init(reading path: String) throws {
        let file = path.hasSuffix("/") ? path : path + "/"
        let manifest = try RunManifest.read(file + RunManifest.fileName)
        let arms = Set(manifest.arms)
        let cases = Set(manifest.cases)
        let csv = file + MeasurementCSV.fileName
        var measurements: [Measurement] = []
        try MeasurementCSV.read(csv) { measurement, position in
            func foreign(_ what: String) -> FileError {
                FileError(
                    action: "read", path: csv, position: position,
                    reason: "\(RunManifest.fileName) knows no \(what): these files are not of one run")
            }
            guard arms.contains(measurement.arm) else { throw foreign("queue '\(measurement.arm)'") }
            guard cases.contains(measurement.measured) else {
                throw foreign("case '\(measurement.measured)'")
            }
            measurements.append(measurement)
        }
        try Self.check(measurements, manifest, csv)
        self.path = path
        self.manifest = manifest
        self.measurements = measurements
    }

    /// A run that ended has counted its runs, so that whole rows that are missing are missed.
    private static func check(
        _ measurements: [Measurement], _ manifest: RunManifest, _ path: String
    ) throws(FileError) {
        guard manifest.state == .finished || manifest.state == .interrupted else { return }
        let checks = measurements.filter { $0.metric == .resultCheck }
        let (runs, failed) = (checks.count { $0.place != nil }, checks.count { $0.value != 1 })
        guard runs == manifest.runs, failed == manifest.failedChecks else {
            throw FileError(
                action: "read", path: path,
                reason: "it has \(runs) runs, \(failed) of them or of their warm-ups failed, and "
                    + "\(RunManifest.fileName) says \(manifest.runs) and \(manifest.failedChecks): rows are "
                    + "missing, or these files are not of one run")
        }
    }

    /// What all measurements together say.
    ///
    /// - Parameter anchor: The queue that the others are compared with, as in ``BenchmarkSummary/anchor``.
    public func summary(anchor: String = BenchmarkSummary.reference) -> BenchmarkSummary {
        var summary = BenchmarkSummary(
            arms: manifest.arms, cases: manifest.cases, skipped: manifest.skipped, anchor: anchor,
            seed: manifest.seed)
        for measurement in measurements { summary.add(measurement) }
        return summary
    }
}
