import Reporting
import Testing

@testable import QueueBenchmarking

@Suite struct SkippedCasesTests {
    private static func limited(_ scenario: String, _ limits: [Int]) -> [BenchmarkCase] {
        limits.map { BenchmarkCase(scenario: scenario, parameters: ScenarioParameters(["limit": $0])) }
    }

    /// `one` and `two` lack dependencies; `one` runs one at a time; none can do `advanced`.
    private static let summary: BenchmarkSummary = {
        let names = ["full", "one", "two"].map { SubjectID(queue: $0) }
        let (empty, chain, fan) = (
            limited("empty", [1, 2, 3]), limited("chain", [1, 2]), limited("fan", [1])
        )
        let advanced = limited("advanced", [1, 2])
        func skips(_ subjects: [SubjectID], _ cases: [BenchmarkCase], _ reason: String)
            -> [BenchmarkRunner.Skip]
        {
            cases.flatMap { each in
                subjects.map { BenchmarkRunner.Skip(subject: $0, benchmarkCase: each, reason: reason) }
            }
        }
        let skipped =
            skips([names[1]], Array(empty.dropFirst()), "it always runs 1 at a time")
            + skips([names[1], names[2]], chain + fan, "it has no dependencies")
            + skips(names, advanced, "it has no conditions")
        let cases = empty + chain + fan + advanced
        var summary = BenchmarkSummary(subjects: names, cases: cases, skipped: skipped, seed: 1)
        for each in cases {
            for name in names
            where !skipped.contains(where: { $0.benchmarkCase == each && $0.subject == name }) {
                let row = MadeUpSummary.row(name.queue, each, pair: 0, [Reading(.processCPUTime, 10)])
                for measurement in row { summary.add(measurement) }
            }
        }
        return summary
    }()

    private static let sentences = [
        "advanced (2 cases): no queue here can run them.",
        "one at empty (2 of 3 cases): it always runs 1 at a time.",
        "one, two at chain, fan: it has no dependencies.",
        "full, one, two at advanced: it has no conditions.",
    ]

    @Test func textGivesEachReasonOnceAndNoEmptyTable() {
        let text = BenchmarkText.text(Self.summary)
        #expect(text.contains("Not run\n" + Self.sentences.map { "  \($0)\n" }.joined()))
        #expect(!text.contains("nothing measured") && !text.contains("advanced, limit"))
        #expect(text.ranges(of: "it has no dependencies").count == 1)
        #expect(text.contains("chain, limit 1: ") && text.contains("empty, limit 3: "))
    }

    @Test func pageGivesEachReasonOnceAndNoEmptyTable() {
        let text = SummaryMarkdown.text(.made(subjects: ["full"], cases: []), Self.summary, conformance: nil)
        #expect(text.contains("\n## Not run\n\n" + Self.sentences.map { "- \($0)\n" }.joined()))
        #expect(!text.contains("## advanced") && text.contains("## chain, limit 2"))
    }

    @Test func runOfEverythingHasNoSuchPart() {
        let benchmarkCase = Self.limited("empty", [1])[0]
        let row = MadeUpSummary.row("full", benchmarkCase, pair: 0, [Reading(.processCPUTime, 10)])
        #expect(!BenchmarkText.text(MadeUpSummary.of([row])).contains("Not run"))
    }
}
