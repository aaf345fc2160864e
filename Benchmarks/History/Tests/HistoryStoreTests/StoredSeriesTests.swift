import HistoryStore
import HistoryTestSupport
import QueueBenchmarking
import Testing

@Suite struct StoredSeriesTests {
    private func series(_ subject: SubjectID, _ processes: [[Int: Double]]) -> StoredSeries {
        StoredSeries(
            id: SeriesID(subject: subject, benchmarkCase: RunFixture.benchmarkCase, metric: .processCPUTime),
            points: processes.enumerated().map { run, processes in
                StoredSeries.Point(
                    run: Int64(run), commit: RunFixture.commit(run), started: "", processes: processes)
            })
    }

    @Test func valueIsTheMedianOverTheProcesses() {
        #expect(series(RunFixture.lock, [[0: 1, 1: 5, 2: 9]]).points[0].value == 5)
    }

    @Test func relativeSeriesIsDividedProcessByProcess() {
        let lock = series(RunFixture.lock, [[0: 10, 1: 30, 2: 8], [0: 50]])
        let anchor = series(RunFixture.foundation, [[0: 100, 1: 100, 3: 1], [0: 0]])
        let relative = StoredSeries.relative([lock, anchor], to: RunFixture.foundation)
        #expect(relative.map(\.id) == [lock.id])
        // The third process has no anchor, and the anchor of the second run isn't positive.
        #expect(relative.first?.points.map(\.processes) == [[0: 0.1, 1: 0.3]])
    }

    @Test func seriesWithoutAnAnchorIsLeftOut() {
        let lock = series(RunFixture.lock, [[0: 10]])
        #expect(StoredSeries.relative([lock], to: RunFixture.foundation) == [])
    }
}
