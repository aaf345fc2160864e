internal import GRDB

/// The tables of the database.
enum Schema {
    /// Marks the file as a history of OperationLab: "OPLH" in ASCII.
    static let applicationID = 0x4F50_4C48

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    CREATE TABLE machine (
                        id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, name TEXT NOT NULL, processor TEXT NOT NULL,
                        processors INTEGER NOT NULL, system TEXT NOT NULL, architecture TEXT NOT NULL,
                        allocator TEXT NOT NULL, toolchain TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE run (
                        id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE,
                        machine INTEGER NOT NULL REFERENCES machine (id), commit_hash TEXT NOT NULL,
                        depth INTEGER NOT NULL, started TEXT NOT NULL, profile TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE series (
                        id INTEGER PRIMARY KEY, queue TEXT NOT NULL, strategy TEXT NOT NULL, scenario TEXT NOT NULL,
                        parameters TEXT NOT NULL, metric TEXT NOT NULL,
                        UNIQUE (queue, strategy, scenario, parameters, metric)
                    ) STRICT;
                    CREATE TABLE point (
                        series INTEGER NOT NULL REFERENCES series (id), run INTEGER NOT NULL REFERENCES run (id),
                        process INTEGER NOT NULL, value REAL NOT NULL, rounds INTEGER NOT NULL,
                        PRIMARY KEY (series, run, process)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        return migrator
    }
}
