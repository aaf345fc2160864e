import Operations
import QueueExperiments
import Reporting
import Testing

@Suite struct ExperimentTextTests {
    @Test func textShowsQuestionLanesAnswerAndRules() throws {
        let report = try MadeUpExperiment.report(
            1, .timeline(MadeUpExperiment.started),
            .notApplicable(.init(.startOverrides, reason: "it has none")))
        #expect(
            ExperimentText(report: report, width: 52).text == """
                Experiment 1 on lock: Two operations, started by
                  hand
                One thread starts two operations, one after the
                  other. Do they overlap?

                synchronous: main does the work
                  thread 1  A█████████░░░░░░░░░░░░░░░░░░░░
                                      B█████████░░░░░░░░░░░░░░░░░░░░
                  thread 2                                ◆        ◆
                            0                               40.00 ms

                asynchronous: start is overridden, and returns
                  before the work is done
                  not applicable: no startOverrides: it has none

                  █ code of the operation runs
                  ░ start has returned, and the operation goes on
                  ◆ an operation ends on this thread

                Answer, against the rules: synchronous: yes, though
                  start returns when main has; asynchronous: not
                  applicable.

                By the rules:
                  1.6 `start()` outside a queue runs `main` on the
                    calling thread before it returns.
                  1.14 Returning from an overridden `start` does not
                    finish the operation.

                """)
    }

    @Test func unendedOperationIsMarkedAndLeavesTheAnswerOpen() throws {
        let report = try MadeUpExperiment.report(4, .timeline(MadeUpExperiment.added))
        let text = ExperimentText(report: report, width: 60).text
        #expect(text.contains("\n  main      +\n"), "\(text)")
        #expect(text.contains(/\n  thread 2  +B█+…\n/), "\(text)")
        #expect(text.contains("\n  … it hasn't ended\n"), "\(text)")
        #expect(text.contains("Answer: limit 1: inconclusive: B hasn't ended."), "\(text)")
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
                    + "--limit 4 --queue actor\n"), "\(known)")
        let unknown = ExperimentText(
            report: ExperimentReport(experiment, queue: "inline", []), width: 80
        ).text
        #expect(
            unknown.contains("Not applicable: the program that runs it knows lock, actor, foundation."),
            "\(unknown)")
    }
}
