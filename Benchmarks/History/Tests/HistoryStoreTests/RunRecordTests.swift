import HistoryStore
import HistoryTestSupport
import QueueBenchmarking
import Reporting
import Testing
import TextFormats

@Suite struct RunRecordTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func record(_ change: (inout RunFixture) -> Void = { _ in }) throws -> RunRecord {
        var fixture = RunFixture()
        change(&fixture)
        return try RunRecord(reading: fixture.write(to: folder("run")))
    }

    /// The error of a run that is refused.
    private func refusal(_ change: (inout RunFixture) -> Void) throws -> String {
        let error = #expect(throws: FileError.self) { try record(change) }
        return error?.description ?? ""
    }

    @Test func recordHasTheMedianOfEachProcess() throws {
        let record = try record { $0.times = [[100, 110, 300], [120, 130]] }
        let points = record.points.filter { $0.series.subject == RunFixture.lock }
        #expect(points.map(\.value) == [110, 125])
        #expect(points.map(\.process) == [0, 1])
        #expect(points.map(\.rounds) == [3, 2])
        #expect(points.allSatisfy { $0.series.metric == .processCPUTime })
        #expect(points.allSatisfy { $0.series.benchmarkCase == RunFixture.benchmarkCase })
        #expect(record.points.count == 4)
    }

    @Test func recordHasTheOriginOfTheRun() throws {
        let record = try record()
        #expect(record.commit == RunFixture.commit(1))
        #expect(record.started == "2026-11-01T10:00:00Z")
        #expect(record.profile == "quick")
        #expect(
            record.machine.phrase
                == "ci-1, 2 × AMD EPYC, Linux 6.1.0 x86_64, jemalloc 5.3.0, Swift version 6.3.1")
    }

    @Test func machinesDifferInEachOfTheirParts() throws {
        let changes: [(inout RunFixture) -> Void] = [
            { _ in }, { $0.host = "ci-2" }, { $0.processors = 4 }, { $0.allocator = "glibc malloc" },
        ]
        let machines = try changes.map { change in
            let folder = try TemporaryFolder()
            var fixture = RunFixture()
            change(&fixture)
            return try RunRecord(reading: fixture.write(to: folder("run"))).machine
        }
        #expect(Set(machines.map(\.id)).count == 4)
    }

    @Test func poolOfMachinesIsOneMachine() throws {
        let names = try ["ci-1", "ci-2"].map { host in
            var fixture = RunFixture()
            fixture.host = host
            return try RunRecord(reading: fixture.write(to: folder(host)), machine: "pool").machine
        }
        #expect(names[0] == names[1] && names[0].name == "pool")
    }

    @Test(arguments: ["running", "interrupted", "failed"])
    func unfinishedRunIsRefused(state: String) throws {
        #expect(try refusal { $0.state = state }.contains("it isn't finished: manifest.json says \(state)"))
    }

    @Test func runOfAChangedTreeIsRefused() throws {
        #expect(
            try refusal { $0.commit = RunFixture.commit(5) + "-dirty" }
                .hasSuffix("its working tree had changes besides commit \(RunFixture.commit(5))"))
    }

    @Test func runWithoutACommitIsRefused() throws {
        #expect(try refusal { $0.commit = nil }.hasSuffix("it doesn't know its commit"))
    }

    @Test func shortHashIsRefused() throws {
        #expect(try refusal { $0.commit = "d780d3cb" }.hasSuffix("its commit 'd780d3cb' is no full hash"))
    }

    @Test func runOfADebugBuildIsRefused() throws {
        #expect(try refusal { $0.configuration = "debug" }.contains("it is of a debug build"))
    }

    @Test func runThatSeveralMachinesSharedIsRefused() throws {
        #expect(try refusal { $0.otherHosts = ["ci-2"] }.contains("2 different machines have shared it"))
        #expect(throws: Never.self) {
            var fixture = RunFixture()
            fixture.otherHosts = ["ci-1"]
            _ = try RunRecord(reading: fixture.write(to: folder("same")))
        }
    }

    /// A run whose measurements.csv was changed.
    private func refusalOfFile(_ change: (inout [String]) -> Void) throws -> (error: FileError?, file: String)
    {
        let path = try RunFixture().write(to: folder("run"))
        let csv = "\(path)/\(MeasurementCSV.fileName)"
        var lines = try TextFile.contents(csv).split(separator: "\n").map(String.init)
        change(&lines)
        try AtomicFile.replace(csv, lines.map { $0 + "\n" }.joined())
        return (#expect(throws: FileError.self) { try RunRecord(reading: path) }, csv)
    }

    @Test func errorOfACorruptFileNamesItsLine() throws {
        let (error, file) = try refusalOfFile { $0[2] = $0[2].replacing("process_cpu_time", with: "speed") }
        #expect(error?.path == file)
        #expect(error?.position?.line == 3)
        #expect(error?.reason.contains("speed") ?? false)
    }

    @Test func fileThatLacksRowsIsRefused() throws {
        let (error, file) = try refusalOfFile { $0.removeLast(2) }
        #expect(error?.path == file)
        #expect(error?.reason.contains("rows are missing") ?? false)
    }

    @Test func folderWithoutAManifestIsRefused() throws {
        #expect(throws: FileError.self) { try RunRecord(reading: folder("nothing")) }
    }
}
