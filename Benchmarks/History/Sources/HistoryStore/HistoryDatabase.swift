internal import GRDB
private import QueueBenchmarking
private import TextFormats

/// The results of many commits and machines, in one SQLite file.
///
/// Safe to use from several threads. Several processes may use a file at the same time: one that writes lets the others wait
/// for at most ten seconds.
public final class HistoryDatabase: Sendable {
    public let path: String
    private let queue: DatabaseQueue

    /// How to open a file.
    public enum Access: Sendable {
        /// The file has to be there.
        case reading
        /// The file, and the folders that it lies in, are made if they aren't there.
        case writing
    }

    /// - Throws: `FileError` if the file can't be opened, isn't a history, or a newer program has written it.
    public init(_ path: String, for access: Access) throws {
        self.path = path
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.readonly = access == .reading
        if access == .writing {
            try Folder.make(
                path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            )
        } else if !TextFile.exists(path) {
            throw FileError(action: "open", path: path, reason: "there is no such database")
        }
        queue = try Self.translated("open", path) {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { try Self.checkIsHistory($0, path) }
            if access == .writing { try Schema.migrator.migrate(queue) }
            return queue
        }
    }

    private static func checkIsHistory(_ database: Database, _ path: String) throws {
        let mark = try Int.fetchOne(database, sql: "PRAGMA application_id")
        let tables = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_schema") ?? 0
        guard mark == Schema.applicationID || tables == 0 && !database.configuration.readonly else {
            throw FileError(
                action: "open", path: path, reason: "it is no history that 'oplab-history add' wrote")
        }
        guard try !Schema.migrator.hasBeenSuperseded(database) else {
            throw FileError(action: "open", path: path, reason: "a newer oplab-history has written it")
        }
    }

    /// SQLite's errors as errors of the file.
    private static func translated<Value>(_ action: String, _ path: String, _ body: () throws -> Value) throws
        -> Value
    {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw FileError(
                action: action, path: path,
                reason: error.message ?? "SQLite's error \(error.resultCode.rawValue)")
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try Self.translated("read", path) { try queue.read(body) }
    }

    /// Runs `body` in a transaction: if it throws, or the process dies, the file stays as it was.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try Self.translated("write", path) { try queue.write(body) }
    }
}
