private import BenchmarkStatistics
private import QueueBenchmarking
private import RandomNumbers
private import Reporting
private import TextFormats

/// What the database keeps of a run: its origin, and the median of each quantity in each process.
public struct RunRecord: Hashable, Sendable {
    /// A quantity in one process of the run.
    public struct Point: Hashable, Sendable {
        public let series: SeriesID
        /// The number of the block; see `results/README.md`.
        public let process: Int
        /// The median over the rounds.
        public let value: Double
        /// The number of rounds.
        public let rounds: Int
    }

    /// The folder that the run was read from.
    public let path: String
    /// Identifies the run: a digest of its measurements.csv.
    public let digest: String
    public let machine: Machine
    /// The full hash.
    public let commit: String
    /// UTC, ISO 8601.
    public let started: String
    /// The name of the profile. Profiles warm up differently, so runs of different ones aren't compared.
    public let profile: String
    public let points: [Point]

    /// Metrics that are no results.
    private static let left: Set<Metric> = [.resultCheck, .warmUps]

    /// Reads the folder of a run.
    ///
    /// - Parameters:
    ///   - path: The folder, as `oplab bench` writes it.
    ///   - name: What to call the machine; nil for its host name.
    /// - Throws: `FileError` if the folder can't be read, with the line where there is one, or if its results can't stand in
    ///   a history.
    /// - Complexity: O(length of the files).
    public init(reading path: String, machine name: String? = nil) throws {
        let folder = try RunFolder(reading: path)
        let manifest = folder.manifest
        func refused(_ reason: String) -> FileError {
            FileError(action: "add", path: path, reason: reason)
        }
        guard manifest.state == .finished else {
            throw refused("it isn't finished: \(RunManifest.fileName) says \(manifest.state.rawValue)")
        }
        guard manifest.toolchain.configuration == "release" else {
            throw refused("it is of a \(manifest.toolchain.configuration) build, whose times mean nothing")
        }
        guard manifest.failedChecks == 0 else {
            throw refused("\(manifest.failedChecks) of its runs failed their check, so its medians lack them")
        }
        guard let commit = manifest.commit else { throw refused("it doesn't know its commit") }
        guard !commit.hasSuffix("-dirty") else {
            throw refused("its working tree had changes besides commit \(commit.dropLast("-dirty".count))")
        }
        guard [40, 64].contains(commit.count), commit.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw refused("its commit '\(commit)' is no full hash")
        }
        let machines = Set(
            (manifest.machines ?? [manifest.machine]).map { Machine($0, of: manifest, name: name) })
        guard machines.count == 1, let machine = machines.first else {
            throw refused(
                "\(machines.count) different machines have shared it: add the parts that were merged")
        }
        let points = Self.points(of: folder.measurements)
        guard !points.isEmpty else { throw refused("it has no results") }
        self.path = path
        let file = path.hasSuffix("/") ? path : path + "/"
        digest = FNV1a(try TextFile.bytes(file + MeasurementCSV.fileName)).text
        self.machine = machine
        self.commit = commit.lowercased()
        started = manifest.started
        profile = manifest.profile.name
        self.points = points
    }

    private struct Place: Hashable {
        let series: SeriesID
        let process: Int
    }

    /// In the order of the file.
    private static func points(of measurements: [Measurement]) -> [Point] {
        var values: [Place: [Double]] = [:]
        var places: [Place] = []
        for measurement in measurements where measurement.place != nil && !left.contains(measurement.metric) {
            guard let value = measurement.value else { continue }
            let series = SeriesID(
                subject: measurement.subject, benchmarkCase: measurement.benchmarkCase,
                metric: measurement.metric)
            let place = Place(series: series, process: measurement.process)
            if values[place] == nil { places.append(place) }
            values[place, default: []].append(value)
        }
        return places.compactMap { place in
            let values = values[place] ?? []
            guard let sample = Sample(values) else { return nil }
            return Point(
                series: place.series, process: place.process, value: sample.median, rounds: values.count)
        }
    }
}
