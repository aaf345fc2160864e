private import BenchmarkStatistics
public import QueueBenchmarking

/// A series of one machine and profile, in the order of the commits.
public struct StoredSeries: Hashable, Sendable {
    /// A run.
    public struct Point: Hashable, Sendable {
        /// The number of the run in the database.
        public let run: Int64
        public let commit: String
        /// When the run began: UTC, ISO 8601.
        public let started: String
        /// The median of each process.
        public let processes: [Int: Double]

        public init(run: Int64, commit: String, started: String, processes: [Int: Double]) {
            self.run = run
            self.commit = commit
            self.started = started
            self.processes = processes
        }

        /// The median over the processes.
        ///
        /// - Precondition: There is a process, and its value is finite.
        public var value: Double { Sample(Array(processes.values))!.median }
    }

    public let id: SeriesID
    public let points: [Point]

    public init(id: SeriesID, points: [Point]) {
        self.id = id
        self.points = points
    }

    /// The indices of points of another commit than the one before: where the series can change.
    public var boundaries: Set<Int> {
        Set(points.indices.dropFirst().filter { points[$0].commit != points[$0 - 1].commit })
    }

    /// The series with only its last `count` points.
    public func last(_ count: Int) -> StoredSeries { StoredSeries(id: id, points: points.suffix(count)) }

    /// The series divided by those of one queue: process by process, so that the speed of the machine cancels.
    ///
    /// - Parameters:
    ///   - all: The series of one machine and profile.
    ///   - anchor: The queue to divide by. Its series are left out, and so are points without a value of it above 0.
    /// - Complexity: O(number of values).
    public static func relative(_ all: [StoredSeries], to anchor: SubjectID) -> [StoredSeries] {
        var anchors: [SeriesID: [Int64: [Int: Double]]] = [:]
        for series in all where series.id.subject == anchor {
            anchors[series.id] = Dictionary(
                series.points.map { ($0.run, $0.processes) }, uniquingKeysWith: { first, _ in first })
        }
        return all.compactMap { series in
            let id = SeriesID(
                subject: anchor, benchmarkCase: series.id.benchmarkCase, metric: series.id.metric)
            guard series.id != id, let base = anchors[id] else { return nil }
            let points = series.points.compactMap { point -> Point? in
                let others = base[point.run] ?? [:]
                let ratios = point.processes.compactMap { process, value -> (Int, Double)? in
                    guard let other = others[process], other > 0 else { return nil }
                    return (process, value / other)
                }
                guard !ratios.isEmpty else { return nil }
                return Point(
                    run: point.run, commit: point.commit, started: point.started,
                    processes: Dictionary(uniqueKeysWithValues: ratios))
            }
            return points.isEmpty ? nil : StoredSeries(id: series.id, points: points)
        }
    }
}
