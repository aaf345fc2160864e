public import QueueConformance

/// A report as JUnit XML: a suite a queue, a case a rule.
///
/// A deviation that is expected, a rule that is not applicable, and one that only records are skipped cases; what was
/// inconclusive is an error, since it makes the run fail.
public enum ConformanceJUnit {
    public static func text(_ report: ConformanceReport) -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"oplab conform\">\n"
        for queue in report.queues {
            let entries = report.entries.filter { $0.result.queue == queue }
            let outcomes = entries.map(Outcome.init)
            let seconds = entries.reduce(0) { $0 + ($1.result.milliseconds ?? 0) } / 1000
            text += "  <testsuite name=\(XML.attribute(queue)) tests=\"\(entries.count)\""
            text += " failures=\"\(outcomes.count { $0.element == "failure" })\""
            text += " errors=\"\(outcomes.count { $0.element == "error" })\""
            text += " skipped=\"\(outcomes.count { $0.element == "skipped" })\""
            text += " time=\"\(Decimals.text(seconds))\">\n"
            text += XML.properties(["rules-version": RuleBook.version])
            for (entry, outcome) in zip(entries, outcomes) { text += testCase(entry, outcome) }
            text += "  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    private static func testCase(_ entry: ConformanceReport.Entry, _ outcome: Outcome) -> String {
        let result = entry.result
        let name = XML.attribute("\(result.rule) \(result.sentence)")
        var text = "    <testcase classname=\(XML.attribute(result.queue)) name=\(name)"
        if let milliseconds = result.milliseconds {
            text += " time=\"\(Decimals.text(milliseconds / 1000))\""
        }
        guard let element = outcome.element else { return text + "/>\n" }
        text += ">\n      <\(element) message=\(XML.attribute(outcome.message))"
        if element != "skipped" { text += " type=\(XML.attribute(outcome.type))" }
        text += ">" + XML.text(details(entry)) + "</\(element)>\n    </testcase>\n"
        return text
    }

    private static func details(_ entry: ConformanceReport.Entry) -> String {
        let evidence = Evidence(entry.result.verdict)
        var lines = evidence.lines.map { "\($0.title): \($0.text)" }
        if let history = evidence.history, !history.events.isEmpty {
            lines += ["history:", history.description]
        }
        if entry.result.verdict.isBroken, !entry.result.output.isEmpty {
            lines += ["standard error:", entry.result.output]
        }
        return (lines + ["again: \(entry.reproduction)"]).joined(separator: "\n")
    }

    private struct Outcome {
        /// Nil for a case that passed.
        let element: String?
        let type: String
        let message: String

        init(_ entry: ConformanceReport.Entry) {
            let verdict = entry.result.verdict
            type = entry.standing == .broken ? verdict.word : entry.standing.word
            switch entry.standing {
            case .kept, .differs: (element, message) = (nil, "")
            case .broken: (element, message) = ("failure", verdict.reason)
            case .unexpectedlyKept(let reason):
                (element, message) = ("failure", "expected to be broken, and is not: \(reason)")
            case .expected(let reason): (element, message) = ("skipped", "broken as expected: \(reason)")
            case .notApplicable: (element, message) = ("skipped", verdict.reason)
            case .recorded: (element, message) = ("skipped", "recorded: \(verdict.reason)")
            case .inconclusive, .harnessError: (element, message) = ("error", verdict.reason)
            }
        }
    }
}
