public import QueueConformance
private import TextFormats

/// A report as one JSON object, with all evidence.
public enum ConformanceJSON {
    private struct File: Encodable {
        let rulesVersion: String
        let queues: [String]
        let isPartial: Bool
        let counts: [String: Int]
        let results: [Record]
    }

    private struct Record: Encodable {
        let rule: RuleID
        let queue: String
        let verdict: String
        let reason: String
        let level: Rule.Level
        let standing: String
        let expectation: String?
        let `case`: String?
        let milliseconds: Double?
        let sentence: String
        let expected: String?
        let observed: String?
        let waitingFor: [String]?
        let signal: Int32?
        let history: [History.Event]?
        let output: String?
        let reproduction: String

        init(_ entry: ConformanceReport.Entry) {
            let result = entry.result
            let evidence = Evidence(result.verdict)
            rule = result.rule
            queue = result.queue
            verdict = result.verdict.word
            reason = result.verdict.reason
            level = result.level
            standing = entry.standing.word
            expectation = entry.standing.expectation
            `case` = result.caseName.isEmpty ? nil : result.caseName
            milliseconds = result.milliseconds
            sentence = result.sentence
            expected = evidence.expected
            observed = evidence.observed
            waitingFor = evidence.waitingFor
            signal = evidence.signal
            history = evidence.history?.events
            output = result.output.isEmpty ? nil : result.output
            reproduction = entry.reproduction
        }
    }

    public static func text(_ report: ConformanceReport) throws -> String {
        let file = File(
            rulesVersion: RuleBook.version, queues: report.queues, isPartial: report.isPartial,
            counts: Dictionary(uniqueKeysWithValues: report.counts.map { ($0.word, $0.count) }),
            results: report.entries.map(Record.init))
        return try JSONText.text(file)
    }
}
