internal import GRDB
private import QueueBenchmarking
private import TextFormats

extension HistoryDatabase {
    /// A run, and the place of its commit in the history.
    public struct PlacedRun: Sendable {
        public let record: RunRecord
        /// The number of commits that the commit contains, itself included: greater than that of every ancestor.
        public let depth: Int

        public init(_ record: RunRecord, depth: Int) {
            self.record = record
            self.depth = depth
        }
    }

    /// What became of a run.
    public enum Addition: Hashable, Sendable {
        case added
        /// The database has it, so nothing has changed.
        case present
    }

    /// Adds runs, all or none: one transaction.
    ///
    /// A run that the database has, by the digest of its measurements, isn't added again.
    ///
    /// - Returns: What became of each run, in their order.
    /// - Throws: `FileError` if the database can't be written, or has a run with these measurements of another commit or
    ///   machine.
    /// - Complexity: O(*n* log *m*), for *n* values of the runs and *m* values of the database.
    public func add(_ runs: [PlacedRun]) throws -> [Addition] {
        try write { database in
            try runs.map { try Self.add($0, to: database) }
        }
    }

    private static func add(_ run: PlacedRun, to database: Database) throws -> Addition {
        let record = run.record
        let earlier = try Row.fetchOne(
            database,
            sql: """
                SELECT run.commit_hash AS commit_hash, machine.digest AS machine FROM run
                JOIN machine ON machine.id = run.machine WHERE run.digest = ?
                """, arguments: [record.digest])
        if let earlier {
            let commit: String = earlier["commit_hash"]
            let machine: String = earlier["machine"]
            guard commit == record.commit, machine == record.machine.id else {
                throw FileError(
                    action: "add", path: record.path,
                    reason:
                        "the database has the same measurements, of commit \(commit) on machine \(machine)")
            }
            return .present
        }
        try database.execute(
            sql:
                "INSERT INTO run (digest, machine, commit_hash, depth, started, profile) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                record.digest, try row(of: record.machine, in: database), record.commit, run.depth,
                record.started, record.profile,
            ])
        let id = database.lastInsertedRowID
        var rows: [SeriesID: Int64] = [:]
        let insert = try database.cachedStatement(
            sql: "INSERT INTO point (series, run, process, value, rounds) VALUES (?, ?, ?, ?, ?)")
        for point in record.points {
            let series = try rows[point.series] ?? row(of: point.series, in: database)
            rows[point.series] = series
            try insert.execute(arguments: [series, id, point.process, point.value, point.rounds])
        }
        return .added
    }

    private static func row(of machine: Machine, in database: Database) throws -> Int64 {
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO machine
                (digest, name, processor, processors, system, architecture, allocator, toolchain)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                machine.id, machine.name, machine.processor, machine.processors, machine.system,
                machine.architecture, machine.allocator, machine.toolchain,
            ])
        return try Int64.fetchOne(
            database, sql: "SELECT id FROM machine WHERE digest = ?", arguments: [machine.id])!
    }

    private static func row(of series: SeriesID, in database: Database) throws -> Int64 {
        let key: StatementArguments = [
            series.subject.queue, series.subject.strategy, series.benchmarkCase.scenario,
            "\(series.benchmarkCase.parameters)", series.metric.rawValue,
        ]
        try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO series (queue, strategy, scenario, parameters, metric) VALUES (?, ?, ?, ?, ?)
                """
        ).execute(arguments: key)
        return try Int64.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT id FROM series WHERE
                    (queue, strategy, scenario, parameters, metric) = (?, ?, ?, ?, ?)
                    """), arguments: key)!
    }
}
