import ChildProcesses
import Foundation
import QueueExperiments
import Testing

/// `oplab experiment`, as a user runs it.
@Suite struct ExperimentTests {
    /// How a run of a queue that keeps the rules ends: on a busy machine it may not show what it could.
    private static let ends: [ChildEnd] = [.exited(0), .exited(3)]

    @Test(arguments: [
        (["0"], "there is no experiment '0': they are 1 to 6"),
        (["1,seven"], "there is no experiment 'seven'"),
        ([","], "--experiment names no experiment"),
        ([], "NUMBER"),
        (["1", "--queue", "foundatoin"], "'foundatoin'; the nearest: foundation"),
        (["1", "--format", "svg"], "svg"),
        (["1", "--work", "0"], "--work is 0.0, "),
        (["1", "--patience", "nan"], "--patience is nan"),
    ])
    func misspelledArgumentIsNamed(arguments: [String], message: String) async throws {
        let outcome = try await Oplab.run(["experiment"] + arguments)
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains(message), "\(outcome.error)")
        #expect(outcome.output.isEmpty)
    }

    @Test func answersComeInTheOrderAskedForAndFitTheColumns() async throws {
        let outcome = try await Oplab.shell("COLUMNS=60 \"$oplab\" experiment 2,1 --queue actor,lock --quiet")
        #expect(Self.ends.contains(outcome.status))
        #expect(outcome.error.isEmpty)
        let titles = outcome.output.matches(of: /Experiment (\d) on (\w+):/).map { "\($0.1) \($0.2)" }
        #expect(titles == ["2 actor", "2 lock", "1 actor", "1 lock"])
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 60 })
    }

    @Test(arguments: ["lock", "actor", "foundation"], 1...5)
    func experimentShowsWhatTheRulesSay(queue: String, number: Int) async throws {
        let run = try await ExperimentRun.run(number, on: queue)
        #expect(!run.trials.isEmpty)
        for trial in run.trials {
            #expect(trial.notApplicable == nil)
            #expect(trial.operations.allSatisfy { $0.ended != nil })
            let conclusion = trial.conclusion
            #expect(conclusion.standing != .contradicted, "\(trial.name): \(conclusion.sentence)")
            if trial.isCertain { #expect(conclusion.standing == .shown) }
        }
    }

    @Test func brokenRuleIsStatusOneAndNotApplicableIsNone() async throws {
        let broken = try await Oplab.run([
            "experiment", "3", "--queue", "faulty:mainQueueRunsElsewhere", "--quiet",
        ])
        #expect(broken.status == .exited(1))
        #expect(broken.output.contains("Answer, against the rules:"))
        let missing = try await Oplab.run(["experiment", "4", "--queue", "inline", "--quiet"])
        #expect(missing.status == .exited(0))
        #expect(missing.output.contains("not applicable: no concurrencyLimit: it runs everything"))
    }

    @Test func traceIsOneObjectAndSaysWhereItIsEmpty() async throws {
        let full = try await Oplab.run(["experiment", "1,6", "--format", "trace", "--quiet"])
        let empty = try await Oplab.run(["experiment", "6", "--format", "trace", "--quiet"])
        for outcome in [full, empty] {
            #expect(Self.ends.contains(outcome.status))
            let file = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
            let events = try #require(file?["traceEvents"] as? [Any])
            #expect(events.isEmpty == outcome.error.contains("the trace is empty"))
        }
        #expect(full.error.isEmpty)
    }

    @Test func outputThatNobodyReadsChangesNoStatus() async throws {
        let outcome = try await Oplab.shell(
            """
            exec 3> >(:)
            wait $!
            "$oplab" experiment 1,2 --quiet >&3
            """)
        #expect(Self.ends.contains(outcome.status))
        #expect(outcome.error.isEmpty)
    }

    /// The second experiment would go on for longer than anybody waits for a test.
    @Test func interruptionEndsARun() async throws {
        let outcome = try await Oplab.interrupted(
            ["experiment", "6,1", "--work", "1e9", "--patience", "1e9"], onceSaid: "running 2 experiments")
        #expect(outcome.status == .exited(130))
        #expect(!outcome.output.contains("Experiment 1 on lock"))
    }

    /// The child is killed as if the queue had stopped it. The trials after that one are missing.
    @Test(arguments: [("ILL", ChildEnd.exited(1)), ("KILL", .exited(3))])
    func crashOfAQueueIsAnAnswer(signal: String, end: ChildEnd) async throws {
        let outcome = try await Oplab.shell(
            """
            "$oplab" experiment 1 --work 1e9 --patience 1e9 --format json --quiet &
            until pkill -\(signal) -P $!; do kill -0 $! || exit 99; done
            wait $!
            """)
        #expect(outcome.status == end, "\(outcome.output) \(outcome.error)")
        let run = try #require(try ExperimentRun(json: outcome.output))
        let conclusion = signal == "ILL" ? Conclusion.Standing.contradicted : .inconclusive
        #expect(run.trials.map(\.conclusion.standing) == [conclusion])
    }

    @Test func listNamesEveryExperiment() async throws {
        let outcome = try await Oplab.run(["list", "experiments"])
        #expect(outcome.status == .exited(0))
        for experiment in ExperimentBook.all {
            #expect(outcome.output.contains("\(experiment.number) \(experiment.title). "))
        }
    }
}
