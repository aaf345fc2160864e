import TestSupport
import Testing
import TextFormats

@testable import RegressionGate

/// What gate.json may say, and what is said of one that is wrong.
@Suite struct GateFileTests {
    private func read(_ text: String) throws -> GateSettings {
        try TemporaryFolder.reading(text, named: "gate.json") { try GateFile.read($0, processors: 2) }
    }

    private func objection(_ text: String) throws -> String? {
        try TemporaryFolder.objection(to: text, named: "gate.json") { try GateFile.read($0, processors: 2) }
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
              "blocks": 12, "looks": 3, "runs": 6, "seconds": 0.5,
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
        (expected.blocks, expected.looks, expected.runs, expected.seconds) = (12, 3, 6, 0.5)
        expected.allowances = [
            GateAllowance(
                queue: "lock", tier: .cpu, item: "empty", reason: "known", expires: "2028-02-29"),
            GateAllowance(queue: nil, tier: nil, item: nil, reason: "all", expires: "2026-12-31"),
        ]
        #expect(settings == expected)
    }

    @Test(arguments: [
        ("", "1:1: the file is empty, and has to hold a JSON value"),
        ("{\n \"level\" 0.01}", "2:10: '0' stands where a colon has to"),
        ("[]", "1:1: the file has to be an object, and is a list"),
        (
            "{\n  \"blcoks\": 1}",
            "2:3: there is no key 'blcoks'; the nearest: blocks, looks, slack"
        ),
        (
            #"{"thresholds": {"cpuu": 1}}"#,
            "1:17: there is no key 'thresholds.cpuu'; the nearest: thresholds.cpu, thresholds.wall, thresholds.anchor"
        ),
        (
            #"{"slack": {"byte": 1}}"#,
            "1:12: there is no key 'slack.byte'; the nearest: slack.bytes, slack.threads, slack.allocations"
        ),
        (
            #"{"level": 0.1, "level": 0.2}"#,
            "1:16: the name 'level' stands there twice, for the first time at 1:2"
        ),
        (#"{"queues": "lock"}"#, "1:12: 'queues' has to be a list of strings, and is a string"),
        (#"{"queues": ["a", 1]}"#, "1:18: 'queues' has to hold strings, and this is a number"),
        (#"{"queues": ["a", "a"]}"#, "1:18: 'a' stands in 'queues' twice"),
        (#"{"queues": [" "]}"#, "1:13: 'queues' is empty"),
        (#"{"cases": []}"#, "1:11: 'cases' is empty, so that nothing would be compared"),
        (
            #"{"cases": ["emtpy limit=1"]}"#,
            "1:12: there is no scenario 'emtpy'; the nearest: empty, nested, pool"
        ),
        (
            #"{"cases": ["empty limit"]}"#,
            "1:12: 'limit' are no parameters; they look like 'limit=1;operations=100'"
        ),
        (#"{"tiers": []}"#, "1:11: 'tiers' is empty, so that nothing would be compared"),
        (#"{"tiers": ["cpu", "count"]}"#, "1:19: there is no tier 'count'; the nearest: counts, cpu, result"),
        (#"{"advisory": ["Wall"]}"#, "1:15: there is no tier 'Wall'; the nearest: wall, cpu, result"),
        (#"{"level": 0}"#, "1:11: 'level' has to be a number between 0 and 0.5, and is 0"),
        (#"{"level": 0.5}"#, "1:11: 'level' has to be a number between 0 and 0.5, and is 0.5"),
        (#"{"level": "0.01"}"#, "1:11: 'level' has to be a number between 0 and 0.5, and is a string"),
        (#"{"thresholds": 0.1}"#, "1:16: 'thresholds' has to be an object, and is a number"),
        (
            #"{"thresholds": {"cpu": 3}}"#,
            "1:24: 'thresholds.cpu' has to be a number above 0 and up to 1, as in 0.03 for 3%, and is 3"
        ),
        (
            #"{"thresholds": {"wall": 0}}"#,
            "1:25: 'thresholds.wall' has to be a number above 0 and up to 1, as in 0.03 for 3%, and is 0"
        ),
        (#"{"slack": {"bytes": -1}}"#, "1:21: 'slack.bytes' has to be a number of 0 or more, and is -1"),
        (#"{"blocks": 2}"#, "1:12: 8 looks need as many blocks at least, and there are 2"),
        (#"{"looks": 300}"#, "1:11: 300 looks need as many blocks at least, and there are 240"),
        (#"{"blocks": 1e9}"#, "1:12: 'blocks' has to be a whole number from 1 to 100000, and is 1000000000"),
        (#"{"blocks": 10.5}"#, "1:12: 'blocks' has to be a whole number from 1 to 100000, and is 10.5"),
        (#"{"looks": 0}"#, "1:11: 'looks' has to be a whole number from 1 to 100000, and is 0"),
        (#"{"looks": null}"#, "1:11: 'looks' has to be a whole number from 1 to 100000, and is null"),
        (#"{"runs": 3}"#, "1:10: 'runs' has to be an even number from 2 to 1000, and is 3"),
        (#"{"runs": 0}"#, "1:10: 'runs' has to be an even number from 2 to 1000, and is 0"),
        (#"{"seconds": 0}"#, "1:13: 'seconds' has to be a number above 0 and up to 604800, and is 0"),
        (
            #"{"seconds": true}"#,
            "1:13: 'seconds' has to be a number above 0 and up to 604800, and is a truth value"
        ),
        (#"{"allowed": {}}"#, "1:13: 'allowed' has to be a list, and is an object"),
        (#"{"allowed": ["x"]}"#, "1:14: 'allowed' has to be an object, and is a string"),
        (
            #"{"allowed": [{"expires": "2026-12-31"}]}"#,
            "1:14: 'reason' is missing: why is this regression allowed?"
        ),
        (
            #"{"allowed": [{"reason": "", "expires": "2026-12-31"}]}"#, "1:25: 'allowed.reason' is empty"
        ),
        (
            #"{"allowed": [{"reason": "x"}]}"#,
            "1:14: 'expires' is missing: the last day on which it is allowed, as in 2026-12-31"
        ),
        (
            #"{"allowed": [{"reason": "x", "expires": "2026-02-29"}]}"#,
            "1:41: '2026-02-29' is no day; it has to be one of the calendar, as in 2026-12-31"
        ),
        (
            #"{"allowed": [{"reason": "x", "expires": 2026}]}"#,
            "1:41: 'allowed.expires' has to be a string, and is a number"
        ),
        (
            #"{"allowed": [{"reason": "x", "expires": "2026-12-31", "tier": "gpu"}]}"#,
            "1:63: there is no tier 'gpu'; the nearest: cpu, wall, result"
        ),
        (
            #"{"allowed": [{"until": ""}]}"#,
            "1:15: there is no key 'allowed.until'; the nearest: allowed.tier, allowed.queue, allowed.subject"
        ),
    ])
    func wrongSettingIsNamedWithItsPlace(text: String, message: String) throws {
        #expect(try objection(text) == message)
    }

    @Test func unknownCaseIsReportedWithTheKnownOnes() throws {
        let message = try #require(try objection(#"{"cases": ["empty limit=77"]}"#))
        #expect(
            message.hasPrefix(
                "1:12: there is no case 'empty limit=77'; those of empty: limit=-1;operations=4000"))
    }

    @Test func unknownRuleIsReported() throws {
        let message = try #require(try objection(#"{"rules": ["99.1"]}"#))
        #expect(message.hasPrefix("1:12: there is no rule '99.1'; the nearest: "))
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
