import TestSupport
import Testing
import TextFormats

@testable import RegressionGate

/// What gate.json may say, and what is said of one that is wrong.
@Suite struct GateFileTests {
    private func read(_ text: String) throws -> GateSettings {
        try TemporaryFolder.reading(text, named: "gate.json") { try GateFile.read($0, processors: 2) }
    }

    private func refusal(_ text: String) throws -> String? {
        try TemporaryFolder.refusal(of: text, named: "gate.json") { try GateFile.read($0, processors: 2) }
    }

    @Test func missingSettingsHaveTheirDefaults() throws {
        #expect(try read("{}") == GateSettings())
    }

    @Test func everySettingIsRead() throws {
        let settings = try read(
            """
            {
              "queues": ["lock", "actor"], "cases": ["chain", "empty limit=2;producers=4"],
              "tiers": ["cpu", "counts"], "advisory": ["counts"], "rules": ["3.7", "4.*", "*"], "level": 0.05,
              "thresholds": {"cpu": 0.02, "wall": 0.5, "exponent": 0.3, "anchor": 0.04, "detectable": 1},
              "slack": {"allocations": 0, "bytes": 32, "threads": 0.5},
              "blocks": 12, "interimAnalyses": 3, "runs": 6, "seconds": 0.5,
              "allowed": [
                {"queue": "lock", "tier": "cpu", "subject": "empty", "reason": "known", "expires": "2028-02-29"},
                {"reason": "all", "expires": "2026-12-31"}
              ]
            }
            """)
        var expected = GateSettings()
        expected.queues = ["lock", "actor"]
        expected.cases = ["chain", "empty limit=2;producers=4"]
        expected.tiers = [.cpu, .counts]
        expected.advisory = [.counts]
        expected.rules = ["3.7", "4.*", "*"]
        expected.level = 0.05
        (expected.cpuThreshold, expected.wallThreshold, expected.exponentThreshold) = (0.02, 0.5, 0.3)
        (expected.anchorTolerance, expected.detectable) = (0.04, 1)
        (expected.allocationSlack, expected.byteSlack, expected.threadSlack) = (0, 32, 0.5)
        (expected.blocks, expected.interimAnalyses, expected.runs, expected.seconds) = (12, 3, 6, 0.5)
        expected.allowances = [
            GateAllowance(
                queue: "lock", tier: .cpu, item: "empty", reason: "known", expires: "2028-02-29"),
            GateAllowance(queue: nil, tier: nil, item: nil, reason: "all", expires: "2026-12-31"),
        ]
        #expect(settings == expected)
    }

    @Test func formerKeyIsReadUnlessBothAreThere() throws {
        #expect(try read(#"{"looks": 3}"#).interimAnalyses == 3)
        for text in [#"{"looks": 3, "interimAnalyses": 4}"#, #"{"interimAnalyses": 4, "looks": 3}"#] {
            #expect(try refusal(text)?.contains("'interimAnalyses' is set twice") == true)
        }
    }

    @Test(arguments: [
        ("", "1:1", "the file is empty"),
        ("{\n \"level\" 0.01}", "2:10", "a colon"),
        ("[]", "1:1", "the file must be "),
        ("{\n  \"blcoks\": 1}", "2:3", "'blcoks'; the nearest: blocks, slack"),
        (
            #"{"thresholds": {"cpuu": 1}}"#, "1:17",
            "'thresholds.cpuu'; the nearest: thresholds.cpu, thresholds.wall, thresholds.anchor"
        ),
        (
            #"{"slack": {"byte": 1}}"#, "1:12",
            "'slack.byte'; the nearest: slack.bytes, slack.threads, slack.allocations"
        ),
        (#"{"level": 0.1, "level": 0.2}"#, "1:16", "first at 1:2"),
        (#"{"queues": "lock"}"#, "1:12", "'queues' must be "),
        (#"{"queues": ["a", 1]}"#, "1:18", "'queues' must hold strings"),
        (#"{"queues": ["a", "a"]}"#, "1:18", "'a' is in 'queues' twice"),
        (#"{"queues": [" "]}"#, "1:13", "'queues' is empty"),
        (#"{"cases": []}"#, "1:11", "'cases' is empty"),
        (
            #"{"cases": ["emtpy limit=1"]}"#, "1:12",
            "'emtpy'; the nearest: empty, nested, pool"
        ),
        (#"{"cases": ["empty limit"]}"#, "1:12", "'limit' is no list of parameters"),
        (#"{"tiers": []}"#, "1:11", "'tiers' is empty"),
        (
            #"{"tiers": ["cpu", "count"]}"#, "1:19",
            "'count'; the nearest: counts, cpu, result"
        ),
        (#"{"advisory": ["Wall"]}"#, "1:15", "'Wall'; the nearest: wall, cpu, result"),
        (#"{"level": 0}"#, "1:11", "'level' must be "),
        (#"{"level": 0.5}"#, "1:11", "'level' must be "),
        (#"{"level": "0.01"}"#, "1:11", "'level' must be "),
        (#"{"thresholds": 0.1}"#, "1:16", "'thresholds' must be "),
        (#"{"thresholds": {"cpu": 3}}"#, "1:24", "'thresholds.cpu' must be "),
        (#"{"thresholds": {"wall": 0}}"#, "1:25", "'thresholds.wall' must be "),
        (#"{"slack": {"bytes": -1}}"#, "1:21", "'slack.bytes' must be "),
        (#"{"blocks": 2}"#, "1:12", "interim analyses"),
        (#"{"looks": 300}"#, "1:11", "interim analyses"),
        (#"{"blocks": 1e9}"#, "1:12", "'blocks' must be "),
        (#"{"blocks": 10.5}"#, "1:12", "'blocks' must be "),
        (#"{"looks": 0}"#, "1:11", "'looks' must be "),
        (#"{"looks": null}"#, "1:11", "'looks' must be "),
        (#"{"runs": 3}"#, "1:10", "'runs' must be "),
        (#"{"runs": 0}"#, "1:10", "'runs' must be "),
        (#"{"seconds": 0}"#, "1:13", "'seconds' must be "),
        (#"{"seconds": true}"#, "1:13", "'seconds' must be "),
        (#"{"allowed": {}}"#, "1:13", "'allowed' must be "),
        (#"{"allowed": ["x"]}"#, "1:14", "'allowed' must be "),
        (#"{"allowed": [{"expires": "2026-12-31"}]}"#, "1:14", "'reason' is missing"),
        (#"{"allowed": [{"reason": "", "expires": "2026-12-31"}]}"#, "1:25", "'allowed.reason' is empty"),
        (#"{"allowed": [{"reason": "x"}]}"#, "1:14", "'expires' is missing"),
        (
            #"{"allowed": [{"reason": "x", "expires": "2026-02-29"}]}"#, "1:41",
            "'2026-02-29' is no calendar day"
        ),
        (#"{"allowed": [{"reason": "x", "expires": 2026}]}"#, "1:41", "'allowed.expires' must be "),
        (
            #"{"allowed": [{"reason": "x", "expires": "2026-12-31", "tier": "gpu"}]}"#, "1:63",
            "'gpu'; the nearest: cpu, wall, result"
        ),
        (
            #"{"allowed": [{"until": ""}]}"#, "1:15",
            "'allowed.until'; the nearest: allowed.tier, allowed.queue, allowed.subject"
        ),
    ])
    func wrongSettingIsNamedWithItsPlace(text: String, position: String, reason: String) throws {
        let message = try #require(try refusal(text))
        #expect(message.hasPrefix(position + ": ") && message.contains(reason), "\(message)")
    }

    @Test func unknownCaseIsReportedWithTheKnownOnes() throws {
        let message = try #require(try refusal(#"{"cases": ["empty limit=77"]}"#))
        #expect(message.hasPrefix("1:12: ") && message.contains("limit=-1;operations=4000"))
    }

    @Test func unknownRuleIsReported() throws {
        let message = try #require(try refusal(#"{"rules": ["99.1"]}"#))
        #expect(message.hasPrefix("1:12: ") && message.contains("'99.1'"))
    }

    @Test func missingFileIsReported() {
        #expect(throws: FileError.self) { try GateFile.read("/nowhere/gate.json", processors: 2) }
    }

    @Test(arguments: [
        ("2028-02-29", true), ("2000-02-29", true), ("1900-02-29", false), ("2026-04-31", false),
        ("2026-13-01", false), ("2026-00-01", false), ("2026-01-00", false), ("2026-1-01", false),
        ("2026-01-01 ", false), ("+026-01-01", false), ("2026-01-01-", false), ("", false),
    ])
    func aDayIsOneOfTheCalendar(text: String, isDay: Bool) {
        #expect(GateAllowanceReader.isDay(text) == isDay)
    }
}
