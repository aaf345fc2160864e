import GRDB
import HistoryTestSupport
import QueueBenchmarking
import Testing
import TextFormats

@testable import HistoryStore

@Suite struct HistoryDatabaseTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder("deep/history.sqlite")
    }

    /// Reads a run of commit `number`.
    private func run(_ number: Int, _ change: (inout RunFixture) -> Void = { _ in }) throws
        -> HistoryDatabase.PlacedRun
    {
        var fixture = RunFixture()
        fixture.commit = RunFixture.commit(number)
        fixture.times = [[100 + Double(number)], [102 + Double(number)]]
        change(&fixture)
        let place = folder("\(fixture.host)-\(number)-\(fixture.started)-\(fixture.profile)")
        return HistoryDatabase.PlacedRun(try RunRecord(reading: fixture.write(to: place)), depth: number)
    }

    private func open() throws -> HistoryDatabase { try HistoryDatabase(path, for: .writing) }

    /// The number of rows of each table.
    private func rows() throws -> [Int] {
        try open().read { database in
            try ["machine", "run", "series", "point"].map {
                try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \($0)") ?? 0
            }
        }
    }

    @Test func runsAreReadBackInTheOrderOfTheirCommits() throws {
        let runs = try [3, 1, 2].map { try run($0) }
        #expect(try open().add(runs) == [.added, .added, .added])
        let database = try HistoryDatabase(path, for: .reading)
        let settings = try database.settings()
        #expect(settings.map(\.runs) == [3] && settings.map(\.commits) == [3])
        #expect(settings.map(\.machine) == [runs[0].record.machine])
        let series = try database.series(of: try #require(settings.first))
        #expect(series.map(\.id.subject) == [RunFixture.foundation, RunFixture.lock])
        let lock = try #require(series.last)
        #expect(lock.points.map(\.commit) == [1, 2, 3].map(RunFixture.commit))
        #expect(lock.points.map(\.value) == [102, 103, 104])
        #expect(lock.points[0].processes == [0: 101, 1: 103])
        #expect(lock.boundaries == [1, 2])
    }

    @Test func runsOfOneCommitAreReadBackInTheOrderOfTheirBeginnings() throws {
        let late = try run(1) { ($0.started, $0.times) = ("2026-11-02T10:00:00Z", [[7]]) }
        let early = try run(1) { ($0.started, $0.times) = ("2026-11-01T10:00:00Z", [[5]]) }
        let database = try open()
        _ = try database.add([late, early, try run(2)])
        let setting = try #require(try database.settings().first)
        #expect(setting.runs == 3 && setting.commits == 2)
        let lock = try #require(try database.series(of: setting).last)
        #expect(lock.points.map(\.value) == [5, 7, 103])
        #expect(lock.boundaries == [2])
    }

    @Test func runThatIsAddedTwiceChangesNothing() throws {
        let one = try run(1)
        #expect(try open().add([one]) == [.added])
        let before = try rows()
        #expect(before == [1, 1, 2, 4])
        #expect(try open().add([one]) == [.present])
        #expect(try open().add([one, try run(2), one]) == [.present, .added, .present])
        #expect(try rows() == [1, 2, 2, 8])
    }

    @Test func sameMeasurementsOfAnotherCommitAreRefused() throws {
        _ = try open().add([try run(1)])
        let copy = try run(2) { $0.times = [[101], [103]] }
        let error = #expect(throws: FileError.self) { try open().add([copy]) }
        #expect(error?.reason.contains("the same measurements, of commit \(RunFixture.commit(1))") ?? false)
    }

    @Test func machinesAndProfilesAreKeptApart() throws {
        let database = try open()
        _ = try database.add([
            try run(1), try run(2), try run(3) { $0.host = "ci-2" }, try run(4) { $0.profile = "standard" },
        ])
        let settings = try database.settings()
        #expect(settings.map(\.runs) == [2, 1, 1])
        #expect(Set(settings.map { "\($0.machine.name) \($0.profile)" }).count == 3)
        for setting in settings {
            #expect(try database.series(of: setting).allSatisfy { $0.points.count == setting.runs })
        }
    }

    /// As if the disk were full, or the process had died, in the middle of the second run.
    @Test func interruptedTransactionLeavesNothing() throws {
        let database = try open()
        _ = try database.add([try run(1)])
        let before = try rows()
        try database.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER fails BEFORE INSERT ON point WHEN NEW.value > 10300
                    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                    """)
        }
        let (second, third) = (try run(2), try run(3))
        let error = #expect(throws: FileError.self) { try database.add([second, third]) }
        #expect(error?.description == "can't write \(path): the disk is full")
        #expect(try rows() == before)
        try database.write { try $0.execute(sql: "DROP TRIGGER fails") }
        #expect(try database.add([second, third]) == [.added, .added])
    }

    @Test func missingDatabaseIsNotMadeByReading() throws {
        let error = #expect(throws: FileError.self) { try HistoryDatabase(path, for: .reading) }
        #expect(error?.reason == "there is no such database")
        #expect(!TextFile.exists(path))
    }

    @Test(arguments: [HistoryDatabase.Access.reading, .writing])
    func otherFilesAreRefused(access: HistoryDatabase.Access) throws {
        try AtomicFile.create(folder("text"), "This is no database, although it is long enough to be one.\n")
        #expect(throws: FileError.self) { try HistoryDatabase(folder("text"), for: access) }
        let other = folder("other.sqlite")
        try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE player (name TEXT)") }
        let error = #expect(throws: FileError.self) { try HistoryDatabase(other, for: access) }
        #expect(error?.reason.contains("it is no history") ?? false)
    }

    @Test(arguments: [HistoryDatabase.Access.reading, .writing])
    func databaseOfANewerProgramIsRefused(access: HistoryDatabase.Access) throws {
        try open().write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
        let error = #expect(throws: FileError.self) { try HistoryDatabase(path, for: access) }
        #expect(error?.reason == "a newer oplab-history has written it")
    }
}
