import BenchmarkStatistics
import ChangePoints
import HistoryTestSupport
import QueueBenchmarking
import RandomNumbers
import Testing

@testable import HistoryReports
@testable import HistoryStore

@Suite struct SettingReportTests {
    @Test func stepIsAChangeBetweenItsTwoCommits() throws {
        let report = Reports.report([Reports.step(at: 12, of: 24, to: 1.3)])
        let analysis = try #require(report.changed.first)
        let change = try #require(analysis.changes.first)
        #expect(analysis.changes.count == 1)
        #expect(analysis.commits(of: change) == (RunFixture.commit(11), RunFixture.commit(12)))
        let ratio = try #require(analysis.ratio(of: change))
        #expect(abs(ratio.point - 1.3) < 0.02)
        let interval = try #require(ratio.interval)
        #expect(interval.lower < 1.3 && interval.upper > 1.3 && interval.lower > 1.2)
        #expect(
            report.spans.map(\.span.confirmation) == ["scripts/gate 00000000000b 00000000000c"]
                && report.spans.map(\.series) == [1])
    }

    @Test func seriesWithoutAChangeIsUnchanged() {
        let report = Reports.report([Reports.step(at: 12, of: 24, to: 1)])
        #expect(report.analyses.map(\.standing) == [.unchanged])
        #expect(report.spans.isEmpty && !report.isInconclusive)
    }

    @Test func fewRunsAreInconclusive() {
        let report = Reports.report([Reports.step(at: 4, of: 9, to: 9)])
        #expect(report.analyses.map(\.standing) == [.tooFew])
        #expect(report.isInconclusive && report.leastRuns == 10)
        #expect(!Reports.report([Reports.step(at: 5, of: 10, to: 9)]).isInconclusive)
    }

    /// Twenty runs of one commit can't change between two, and neither can those of which all but one are of one commit.
    @Test func runsOfOneCommitAreInconclusive() {
        let one = Reports.report([Reports.step(at: 10, of: 20, to: 9) { _ in 3 }])
        #expect(one.analyses.map(\.standing) == [.tooFew] && one.isInconclusive)
        let two = Reports.report([Reports.step(at: 10, of: 20, to: 9) { $0 == 0 ? 1 : 2 }])
        #expect(two.analyses.map(\.standing) == [.tooFew])
    }

    @Test func changeOfTheScatterIsNeitherBetterNorWorse() throws {
        let values = (0..<60).map { 100 + Double($0 % 2 == 0 ? -1 : 1) * ($0 < 30 ? 0.5 : 30) }
        let report = Reports.report([Reports.series(values)])
        let analysis = try #require(report.changed.first)
        let change = try #require(analysis.changes.first)
        #expect(ChangeText.isBetter(change, .processCPUTime) == nil)
        #expect(ChangeText.sentence(change, in: analysis).contains(", scattering differently, between"))
    }

    @Test func changeLiesBetweenTwoCommitsAlsoIfOneWasMeasuredTwice() throws {
        // The runs 10 to 13 are of one commit, and the last two of them are slower.
        let series = Reports.step(at: 12, of: 24, to: 1.5) { (10...13).contains($0) ? 10 : $0 }
        let report = Reports.report([series])
        let analysis = try #require(report.changed.first)
        #expect([10, 14].contains(try #require(analysis.changes.first).index))
    }

    /// One of forty unchanged series passes its own test by chance, and doesn't count.
    @Test func correctionTurnsAChanceFindingIntoADoubtfulOne() throws {
        let series = (0..<40).map {
            Reports.step(at: 12, of: 24, to: 1, seed: 1_000 + UInt64($0), operations: $0)
        }
        var lenient = SettingReport.Method()
        lenient.significance = 0.2
        let corrected = Reports.report(series, lenient)
        #expect(corrected.changed.isEmpty)
        #expect((1...20).contains(corrected.analyses.count { $0.standing == .doubtful }))
        lenient.falseDiscoveries = 1
        let uncorrected = Reports.report(series, lenient)
        #expect(uncorrected.changed.count == corrected.analyses.count { $0.standing == .doubtful })
    }

    /// Sums of many small changes: each value depends on the one before.
    @Test func testsAllowForAWanderingMachine() throws {
        var random = Xoshiro256(seed: 4)
        let series = (0..<20).map { operations in
            var level = 0.0
            let values = (0..<40).map { _ in
                level = 0.7 * level + random.nextUnit() - 0.5
                return 100 * (1 + 0.01 * level)
            }
            return Reports.series(values, operations: operations)
        }
        let report = Reports.report(series)
        let correlation = try #require(report.correlations[.processCPUTime])
        #expect((0.4...0.8).contains(correlation))
        #expect(report.analyses.allSatisfy { $0.correlation == correlation })
        #expect(report.changed.isEmpty)
        let text = HistoryText.report(report, isComplete: false, width: 300)
        #expect(text.contains("the tests allow for correlations of process_cpu_time 0."))
    }

    @Test func singleChangeAmongManySeriesPassesTheCorrection() {
        let series = (0..<200).map { number in
            Reports.step(
                at: 12, of: 24, to: number == 70 ? 2 : 1, seed: 500 + UInt64(number), operations: number)
        }
        let report = Reports.report(series)
        #expect(report.changed.map { $0.series.id.benchmarkCase.parameters["operations"] } == [70])
        #expect(report.analyses.first?.standing == .changed)
    }

    /// What is shown changes no estimate: the correlation is that of all series of a metric.
    @Test func filterChangesNoCorrelation() throws {
        let one = Reports.step(at: 12, of: 24, to: 1.02)
        let others = (1...30).map { number in
            Reports.series(
                (0..<24).map { 100 + Double(($0 / 4 + number) % 3) }, operations: number)
        }
        let all = Reports.report([one] + others)
        let correlation = try #require(all.correlations[.processCPUTime])
        let filtered = SettingReport(
            all.setting,
            [one]
                + others.map { series in
                    StoredSeries(
                        id: SeriesID(
                            subject: RunFixture.foundation, benchmarkCase: series.id.benchmarkCase,
                            metric: series.id.metric), points: series.points)
                }, filter: SeriesFilter(queues: ["lock"], metrics: []), method: .init())
        #expect(filtered.analyses.count == 1 && correlation > 0.3)
        #expect(filtered.analyses.first?.correlation == correlation)
    }

    @Test func valuesThatAreZeroAreTestedWithoutRatios() throws {
        let values = (0..<20).map { $0 < 10 ? 0 : 3.0 }
        let report = Reports.report([Reports.series(values)])
        let analysis = try #require(report.changed.first)
        let change = try #require(analysis.changes.first)
        #expect(change.index == 10 && change.shift.point == 3)
        #expect(analysis.ratio(of: change) == nil)
    }

    @Test func anchorTakesTheSpeedOfTheMachineOut() {
        // The machine becomes twice as slow, and the queue doesn't change.
        let lock = Reports.step(at: 12, of: 24, to: 2)
        let anchor = StoredSeries(
            id: SeriesID(
                subject: RunFixture.foundation, benchmarkCase: lock.id.benchmarkCase, metric: lock.id.metric),
            points: lock.points)
        #expect(Reports.report([lock, anchor]).changed.count == 2)
        var method = SettingReport.Method()
        method.anchor = RunFixture.foundation
        let relative = Reports.report([lock, anchor], method)
        #expect(relative.analyses.map(\.standing) == [.unchanged])
    }

    @Test func filterChoosesSeriesByTheirNames() throws {
        let id = Reports.step(at: 1, of: 2, to: 1).id
        func filter(_ queue: String?, _ scenario: String?, _ metrics: [Metric]) -> SeriesFilter {
            SeriesFilter(
                queues: [queue].compactMap(\.self), scenarios: [scenario].compactMap(\.self), metrics: metrics
            )
        }
        #expect(filter("lock", "empty", [.processCPUTime]).includes(id))
        #expect(filter("lock/eager", nil, []).includes(id))
        #expect(!filter("actor", nil, []).includes(id))
        #expect(!filter(nil, "chain", []).includes(id))
        #expect(!filter(nil, nil, [.wallTime]).includes(id))
    }
}
