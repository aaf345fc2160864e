internal import QueueConformance

/// The verdict of a rule on a queue, as conformance.json has it.
struct ConformanceRecord: Codable, Sendable {
    let rule: RuleID
    let queue: String
    let verdict: String
    let reason: String
    let level: Rule.Level
    /// The word of `ConformanceReport.Standing`.
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

    /// A row of conformance.csv by column; nil if its rule or its level isn't known.
    init?(_ fields: [String: String]) {
        guard let rule = fields["rule"].flatMap({ RuleID($0) }),
            let level = fields["level"].flatMap(Rule.Level.init), let queue = fields["queue"]
        else { return nil }
        func filled(_ column: String) -> String? { fields[column].flatMap { $0.isEmpty ? nil : $0 } }
        self.rule = rule
        self.level = level
        self.queue = queue
        verdict = fields["verdict"] ?? ""
        reason = fields["reason"] ?? ""
        standing = fields["standing"] ?? ""
        expectation = filled("expectation")
        `case` = filled("case")
        milliseconds = filled("milliseconds").flatMap(Double.init)
        sentence = fields["sentence"] ?? ""
        (expected, observed, waitingFor, signal, history, output) = (nil, nil, nil, nil, nil, nil)
        reproduction = "oplab conform --queue \(queue) --rule \(rule)"
    }

    /// Whether the queue breaks the rule, expectedly or not.
    var isBroken: Bool { standing == "broken" || standing == "expected" }

    /// Whether the verdict needs no evidence.
    var isPlain: Bool { ["kept", "borrowed", "not applicable"].contains(standing) }

    /// What was expected and observed, and how to judge again, as lines with titles.
    var lines: [(title: String, text: String)] {
        var lines = [("rule", sentence)]
        if let expectation { lines.append(("known deviation", expectation)) }
        if let `case` { lines.append(("case", `case`)) }
        if let expected { lines.append(("expected", expected)) }
        if let observed {
            lines.append(("observed", observed))
        } else if let signal {
            lines.append(("observed", "the process was ended by signal \(signal)"))
        } else if !reason.isEmpty {
            lines.append((isBroken ? "observed" : "", reason))
        }
        return lines + [("again", reproduction)]
    }
}
