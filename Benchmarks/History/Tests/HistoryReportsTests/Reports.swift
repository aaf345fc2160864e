import HistoryTestSupport
import QueueBenchmarking
import RandomNumbers

@testable import HistoryReports
@testable import HistoryStore

/// Series and reports for the tests.
enum Reports {
    /// A series with a value for each run.
    ///
    /// - Parameter commit: The number of the commit of a run.
    static func series(
        _ values: [Double], operations: Int = 100, commit: (Int) -> Int = { $0 }
    ) -> StoredSeries {
        StoredSeries(
            id: SeriesID(
                subject: RunFixture.lock,
                benchmarkCase: BenchmarkCase(
                    scenario: "empty", parameters: ScenarioParameters(["operations": operations])),
                metric: .processCPUTime),
            points: values.enumerated().map { run, value in
                StoredSeries.Point(
                    run: Int64(run), commit: RunFixture.commit(commit(run)), started: "2026-11-01T10:00:00Z",
                    processes: [0: value])
            })
    }

    /// A series of values around 100, which scatter by 1%, and are `ratio` times as great from `place` on.
    static func step(
        at place: Int, of count: Int, to ratio: Double, seed: UInt64 = 3, operations: Int = 100,
        commit: (Int) -> Int = { $0 }
    ) -> StoredSeries {
        var random = Xoshiro256(seed: seed)
        let values = (0..<count).map { run in
            100 * (1 + 0.02 * (random.nextUnit() - 0.5)) * (run < place ? 1 : ratio)
        }
        return series(values, operations: operations, commit: commit)
    }

    static let setting = HistoryDatabase.Setting(
        machine: Machine(
            name: "ci-1", processor: "AMD EPYC", processors: 2, system: "Linux 6.1.0", architecture: "x86_64",
            allocator: "jemalloc 5.3.0", toolchain: "Swift version 6.3.1"),
        profile: "quick", runs: 24, commits: 24)

    static func report(
        _ series: [StoredSeries], _ method: SettingReport.Method = .init()
    ) -> SettingReport {
        SettingReport(setting, series, filter: SeriesFilter(metrics: []), method: method)
    }
}
