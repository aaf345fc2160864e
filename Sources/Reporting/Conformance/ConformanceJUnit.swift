public import QueueConformance
private import TextFormats

/// A report as JUnit XML: one suite for each queue, one case for each rule.
///
/// Expected deviations, rules that are not applicable, and rules that only record are skipped cases. An
/// inconclusive verdict is an error, because it makes the command fail.
public enum ConformanceJUnit {
    public static func text(_ report: ConformanceReport) -> String {
        JUnit(
            "conform",
            report.queues.map { queue in
                let entries = report.entries.filter { $0.result.queue == queue }
                return JUnit.Suite(
                    queue, seconds: entries.reduce(0) { $0 + ($1.result.milliseconds ?? 0) } / 1000,
                    properties: ["rules-version": RuleBook.version], entries.map(testCase))
            }
        ).text
    }

    private static func testCase(_ entry: ConformanceReport.Entry) -> JUnit.Case {
        let result = entry.result
        return JUnit.Case(
            "\(result.rule) \(result.sentence)", of: result.queue,
            seconds: result.milliseconds.map { $0 / 1000 }, outcome(entry))
    }

    private static let borrowed = "borrowed: the rule tests the operation, which isn't the queue's own"

    private static func outcome(_ entry: ConformanceReport.Entry) -> JUnit.Outcome {
        let (verdict, standing, details) = (entry.result.verdict, entry.standing.word, details(entry))
        return switch entry.standing {
        case .kept, .differs: .passed
        case .broken: .failure(message: verdict.reason, type: verdict.word, details: details)
        case .unexpectedlyKept(let reason):
            .failure(
                message: "unexpectedly passed; expected: \(reason)", type: standing, details: details)
        case .expected(let reason): .skipped(message: "broken as expected: \(reason)", details: details)
        case .borrowed: .skipped(message: Self.borrowed, details: details)
        case .notApplicable: .skipped(message: verdict.reason, details: details)
        case .recorded: .skipped(message: "recorded: \(verdict.reason)", details: details)
        case .inconclusive, .harnessError: .error(message: verdict.reason, type: standing, details: details)
        }
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
}
