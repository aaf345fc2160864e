internal import GRDB
private import QueueBenchmarking
private import TextFormats

extension HistoryDatabase {
    /// The runs that are compared with each other: those of one machine, with one profile.
    public struct Setting: Hashable, Sendable {
        public let machine: Machine
        /// The name of the profile.
        public let profile: String
        /// The number of runs.
        public let runs: Int
        /// The number of different commits.
        public let commits: Int
    }

    /// All settings, those with most runs first.
    ///
    /// - Throws: `FileError` if the database can't be read.
    public func settings() throws -> [Setting] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT machine.*, run.profile AS profile, COUNT(*) AS runs,
                    COUNT(DISTINCT run.commit_hash) AS commits
                    FROM run JOIN machine ON machine.id = run.machine
                    GROUP BY machine.id, run.profile ORDER BY runs DESC, machine.digest, profile
                    """
            ).map { row in
                Setting(
                    machine: Machine(
                        name: row["name"], processor: row["processor"], processors: row["processors"],
                        system: row["system"], architecture: row["architecture"], allocator: row["allocator"],
                        toolchain: row["toolchain"]),
                    profile: row["profile"], runs: row["runs"], commits: row["commits"])
            }
        }
    }

    /// The series of one setting, in the order of queues, cases and metrics; the runs of each in the order of their commits,
    /// and of their beginnings at one commit.
    ///
    /// - Throws: `FileError` if the database can't be read, or has a metric or parameters of a newer program.
    /// - Complexity: O(*n* log *n*), for *n* values.
    public func series(of setting: Setting) throws -> [StoredSeries] {
        try read { database in
            var all: [StoredSeries] = []
            var points: [StoredSeries.Point] = []
            var current: (row: Int64, id: SeriesID)?
            func finish() {
                if let id = current?.id { all.append(StoredSeries(id: id, points: points)) }
                points = []
            }
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT series.*, run.id AS run, run.commit_hash AS commit_hash, run.started AS started,
                    point.process AS process, point.value AS value
                    FROM run JOIN machine ON machine.id = run.machine
                    JOIN point ON point.run = run.id JOIN series ON series.id = point.series
                    WHERE machine.digest = ? AND run.profile = ?
                    ORDER BY series.queue, series.strategy, series.scenario, series.parameters, series.metric,
                    run.depth, run.commit_hash, run.started, run.id
                    """, arguments: [setting.machine.id, setting.profile])
            while let row = try rows.next() {
                let key: Int64 = row["id"]
                if current?.row != key {
                    finish()
                    current = (key, try id(of: row))
                }
                let run: Int64 = row["run"]
                var processes = points.last.flatMap { $0.run == run ? $0.processes : nil } ?? [:]
                processes[row["process"]] = row["value"]
                if points.last?.run == run { points.removeLast() }
                points.append(
                    StoredSeries.Point(
                        run: run, commit: row["commit_hash"], started: row["started"], processes: processes))
            }
            finish()
            return all
        }
    }

    private func id(of row: Row) throws -> SeriesID {
        let (metric, parameters): (String, String) = (row["metric"], row["parameters"])
        guard let known = Metric(rawValue: metric), let values = ScenarioParameters(parameters) else {
            throw FileError(
                action: "read", path: path,
                reason: "a newer program has written '\(metric)' at '\(parameters)'")
        }
        return SeriesID(
            subject: SubjectID(queue: row["queue"], strategy: row["strategy"]),
            benchmarkCase: BenchmarkCase(scenario: row["scenario"], parameters: values), metric: known)
    }
}
