import Operations
import QueueExperiments
import Reporting
import Testing

@Suite struct ExperimentTextTests {
    @Test func textShowsQuestionTimelineAnswerAndRules() throws {
        let report = try MadeUpExperiment.report(
            1, .timeline(MadeUpExperiment.started),
            .notApplicable(.init(.startOverrides, reason: "it has none")))
        let text = ExperimentText(report: report, width: 52).text
        #expect(
            text.contains(
                """

                  thread 1  A█████████░░░░░░░░░░░░░░░░░░░░
                                      B█████████░░░░░░░░░░░░░░░░░░░░
                  thread 2                                ◆        ◆
                            0                               40.00 ms

                """), "\(text)")
        let parts = text.split(separator: "\n\n").map { $0.replacing(/\n +/, with: " ") }
        try #require(parts.count == 6)
        #expect(
            parts[0].hasPrefix("Experiment 1 on lock: ") && parts[0].hasSuffix(report.experiment.question))
        #expect(parts[1].hasPrefix("synchronous: ") && parts[2].hasPrefix("asynchronous: "))
        #expect(parts[2].hasSuffix(" not applicable: no startOverrides: it has none"))
        #expect(parts[3].filter { "█░◆+…".contains($0) } == "█░◆")
        #expect(parts[4].hasSuffix("\(try #require(report.answer).sentence)."))
        let rules = parts[5].matches(of: /[0-9]+\.[0-9]+/).map { String($0.output) }
        #expect(rules == ["1.6", "1.14"])
    }

    @Test func unendedOperationIsMarkedAndLeavesTheAnswerOpen() throws {
        let report = try MadeUpExperiment.report(4, .timeline(MadeUpExperiment.added))
        let text = ExperimentText(report: report, width: 60).text
        #expect(text.contains("\n  main      +\n"), "\(text)")
        #expect(text.contains(/\n  thread 2  +B█+…\n/), "\(text)")
        #expect(text.contains("\n  … "), "\(text)")
        #expect(text.contains("Answer: limit 1: inconclusive: B "), "\(text)")
    }

    /// Only a word, a command or a label that is longer goes beyond it.
    @Test(arguments: [20, 40, 80, 200])
    func linesFitTheWidth(width: Int) throws {
        let report = try MadeUpExperiment.report(
            5, .timeline(MadeUpExperiment.added), .timeline(MadeUpExperiment.started))
        let text = ExperimentText(report: report, width: width).text
        let tooLong = text.split(separator: "\n").filter { $0.count > width }
        #expect(tooLong == [])
    }

    @Test func experimentOfAnotherProgramSaysHowToRunIt() throws {
        let experiment = try #require(ExperimentBook.all.first { $0.program != nil })
        let known = ExperimentText(
            report: ExperimentReport(experiment, queue: "actor", []), width: 80
        ).text
        #expect(
            known.contains(
                "\n  swift run -c release --package-path Benchmarks/Downloads downloads fetch URL… --into DIR "
                    + "--limit 4 --queue actor\n"
                    + "  swift run -c release --package-path Benchmarks/Downloads downloads bench --queue actor\n"
            ),
            "\(known)")
        let unknown = ExperimentText(
            report: ExperimentReport(experiment, queue: "inline", []), width: 80
        ).text
        #expect(unknown.contains("Not applicable: ") && unknown.contains(" lock, actor, foundation."))
    }
}
