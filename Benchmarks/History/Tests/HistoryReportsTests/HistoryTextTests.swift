import HistoryReports
import HistoryTestSupport
import Testing

@Suite struct HistoryTextTests {
    private func text(_ report: SettingReport, isComplete: Bool = false) -> String {
        HistoryText.report(report, isComplete: isComplete, width: 200)
    }

    @Test func changeIsARowWithItsCommitsAndRatio() throws {
        let text = text(Reports.report([Reports.step(at: 12, of: 24, to: 1.3)]))
        let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("lock/eager") })
        let shape =
            /lock\/eager  empty operations=100  process_cpu_time    24  [\d.]+ ns  [\d.]+ ns  ×1\.\d+ \(1\.\d+–1\.\d+\), worse, .*/
        #expect(row.wholeMatch(of: shape) != nil, "\(row)")
        #expect(row.contains("between 00000000000b and 00000000000c, p = 0.0"))
        #expect(text.contains("scripts/gate 00000000000b 00000000000c  1 series"))
    }

    @Test func seriesWithoutAChangeIsCountedAndListedOnDemand() {
        let report = Reports.report([Reports.step(at: 12, of: 24, to: 1)])
        #expect(!text(report).contains("lock/eager"))
        #expect(text(report).contains("1 series have no change point: --all lists them."))
        #expect(text(report, isComplete: true).contains("lock/eager"))
        #expect(!text(report, isComplete: true).contains("--all"))
    }

    @Test func notesSayWhatTheTestsControl() {
        let series = [Reports.step(at: 12, of: 24, to: 1), Reports.step(at: 2, of: 5, to: 1, operations: 1)]
        let corrected = text(Reports.report(series))
        #expect(
            corrected.contains(
                "1 series have fewer than 10 runs, or too few of different commits, for any change point."))
        #expect(
            corrected.contains(
                "1 series were tested, each at 1.0%. Of those called changed, at most 5.0% are expected to be false"
            ))
        var method = SettingReport.Method()
        method.falseDiscoveries = 1
        let many = (0..<250).map { Reports.step(at: 12, of: 24, to: 1, operations: $0) }
        #expect(
            text(Reports.report(many, method)).contains(
                "without a correction: up to 2.5 of them are expected to have a change point by chance"))
    }

    @Test func documentOfJSONHasTheChange() throws {
        let json = try HistoryJSON.text([Reports.report([Reports.step(at: 12, of: 24, to: 1.3)])])
        for part in [
            "\"after\" : \"\(RunFixture.commit(12))\"", "\"before\" : \"\(RunFixture.commit(11))\"",
            "\"ratioLower\" : 1.",
            "\"standing\" : \"changed\"", "\"queue\" : \"lock\"", "\"unit\" : \"ns/operation\"",
            "\"runs\" : 24",
        ] { #expect(json.contains(part), "\(part)") }
    }
}
