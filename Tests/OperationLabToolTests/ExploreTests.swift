import ChildProcesses
import Foundation
import LinuxPlatform
import QueueConformance
import QueueExploration
import TestSupport
import Testing

@Suite struct ExploreCommandTests {
    @Test func exploreCommandPassesOurQueues() async throws {
        let outcome = try await Oplab.run(["explore", "--schedules", "400"])
        #expect(outcome.output.contains("libScheduleInterposition") == Sanitizer.isUsed, "\(outcome.output)")
        let rows = outcome.output.split(separator: "\n")
        let passed = rows.filter { $0.hasSuffix(" passed") }
        let undecided = rows.filter { $0.hasSuffix(" inconclusive") }
        let judged = ExplorationBook.all.count { !$0.needsInstrumentation }
        #expect(passed.count + undecided.count == 2 * judged)
        for queue in ["lock", "actor"] {
            #expect(
                outcome.output.contains("n/a on \(queue): 2 rules, for want of an instrumented build"),
                "\(outcome.output)")
        }
        #expect(passed.allSatisfy { $0.split(separator: " ")[2] == "400" }, "\(outcome.output)")
        let rules = undecided.map { String($0.split(separator: " ")[0]) }
        #expect(Sanitizer.undecidedRules.isSuperset(of: rules), "\(outcome.output)")
        #expect(outcome.status == .exited(undecided.isEmpty ? 0 : 3), "\(outcome.output)")
    }

    /// Its queue is not this project's, and keeps no rule for the explorer's sake. What is known of it is expected.
    @Test(.enabled(if: !Sanitizer.isUsed)) func foundationIsExplored() async throws {
        let arguments = [
            "explore", "--queue", "foundation", "--rule", "2.14,3.14,7.2,12.9", "--schedules", "600",
            "--quiet",
        ]
        let unexpected = try await Oplab.run(arguments)
        #expect(unexpected.status == .exited(1), "\(unexpected.output)")
        #expect(unexpected.output.contains("3.14 on foundation: deadlock: "), "\(unexpected.output)")
        // Foundation has no lines here, and its functions have names.
        #expect(unexpected.output.contains(/lock \d+ +Foundation\.Operation/), "\(unexpected.output)")
        let outcome = try await Oplab.run(
            arguments + ["--expect", Repository.path("scripts/expectations/foundation.txt")])
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        for row in [
            /2\.14 foundation +600 .* passed/, /7\.2  foundation +600 .* passed/,
            /3\.14 foundation .* expected/,
        ] {
            #expect(outcome.output.contains(row), "\(outcome.output)")
        }
        #expect(
            outcome.output.contains("n/a on foundation: 1 rule, for want of failures\n"), "\(outcome.output)")
        #expect(outcome.output.contains("3.14 on foundation: known: As in 3.18"), "\(outcome.output)")
    }

    /// What ends the process is a verdict, with its steps. It is simplified in other processes.
    @Test(.enabled(if: !Sanitizer.isUsed)) func crashHasItsSteps() async throws {
        let folder = try TemporaryFolder()
        // Foundation crashes by a race, too (3.10), but as its memory is damaged then, not each time in the same way.
        let outcome = try await Oplab.run([
            "explore", "--queue", "faulty:cancelOfExecutingStops", "--rule", "2.9", "--search", "random",
            "--quiet", "--output", folder.path + "/results",
        ])
        #expect(outcome.status == .exited(1), "\(outcome.output)")
        #expect(outcome.output.contains(/2\.9  faulty\S+ .* crashed\n/), "\(outcome.output)")
        let match = try #require(
            outcome.output.firstMatch(
                of: /SIG\w+ .*, at .*\n.*Fatal.*\n.* (\d+) preemptions, here (\d+); replay: v3:/))
        #expect(try #require(Int(match.2)) < #require(Int(match.1)), "\(outcome.output)")
        #expect(outcome.output.contains(/crashes +FaultyQueues\/.*swift:\d+\n/), "\(outcome.output)")
        #expect(outcome.output.contains("page: \(folder.path)/results/failures/"), "\(outcome.output)")
    }

    /// A queue has each rule whose capabilities it claims, and none asks for more.
    @Test(.enabled(if: !Sanitizer.isUsed)) func queueWithFewCapabilitiesIsExplored() async throws {
        let outcome = try await Oplab.run([
            "explore", "--queue", "dispatch-serial,dispatch-concurrent", "--schedules", "60", "--quiet",
        ])
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains(/7\.5 +dispatch-serial +60 .* passed/), "\(outcome.output)")
        let foundation = try await Oplab.run([
            "explore", "--queue", "foundation", "--schedules", "2", "--quiet",
        ])
        #expect(!foundation.output.contains("a rule asks for"), "\(foundation.output)")
        #expect(
            foundation.output.contains("9.6 on foundation: what a completion block captured"),
            "\(foundation.output)")
    }

    /// A finding is printed with a token, which replays it.
    @Test func exploreCommandFindsADefectAndReplaysIt() async throws {
        let arguments = ["explore", "--queue", "faulty:wakesOneWaiter", "--rule", "9.1"]
        let outcome = try await Oplab.run(arguments)
        #expect(outcome.status == .exited(1), "\(outcome.output)")
        #expect(outcome.output.contains("deadlock: "))
        let match = try #require(outcome.output.firstMatch(of: /replay: (v3:\S+)/))
        let again = try await Oplab.run(arguments + ["--replay", String(match.1)])
        #expect(again.status == .exited(1), "\(again.output)")
        #expect(again.output.contains("replay: \(match.1)\n"))
    }

    /// The steps of a failure are a page and a trace in the output folder.
    @Test func outputFolderGetsPageOfFailure() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explored-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let outcome = try await Oplab.run([
            "explore", "--queue", "faulty:wakesOneWaiter,lock", "--rule", "9.1", "--schedules", "200",
            "--output", folder,
        ])
        #expect(outcome.status == .exited(1), "\(outcome.output)")
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/failures").sorted()
        #expect(files.count == 2 && files[0].hasSuffix(".html") && files[1].hasSuffix(".trace.json"))
        #expect(outcome.output.contains("page: \(folder)/failures/\(files[0])\n"), "\(outcome.output)")
        let page = try String(contentsOfFile: "\(folder)/failures/\(files[0])", encoding: .utf8)
        let match = try #require(outcome.output.firstMatch(of: /replay: (v3:\S+)/))
        #expect(page.contains(String(match.1).replacing(">", with: "&gt;")))
    }

    /// A program that explores, which here is the tool itself.
    @Test func queueOfAnotherProgramIsExplored() async throws {
        let arguments = [
            "explore", "--program", Oplab.path, "--queue", "lock", "--rule", "2.14", "--schedules", "200",
            "--quiet",
        ]
        let outcome = try await Oplab.run(arguments)
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains(/2\.14 +lock +200 .* passed/), "\(outcome.output)")
        // Where none is named, those that it judges by default, and not what these are compared with.
        let defaults = try await Oplab.run([
            "explore", "--program", Oplab.path, "--rule", "7.2", "--schedules", "200", "--quiet",
        ])
        let rows = defaults.output.split(separator: "\n").filter { $0.hasPrefix("7.2 ") }
        #expect(
            rows.map { $0.split(separator: " ")[1] } == ["lock", "actor"],
            "\(defaults.output)\(defaults.error)")
        let unknown = try await Oplab.run(["explore", "--program", Oplab.path, "--queue", "inline"])
        #expect(unknown.status == .exited(64) && unknown.error.contains("there is no queue 'inline'"))
        // A worker of a gate measures and judges.
        let worker = try await Oplab.run([
            "explore", "--program", try OwnExecutable.path(beside: "GateFixture"),
        ])
        #expect(
            worker.status == .exited(2) && worker.error.contains("can't explore queues: "), "\(worker.error)")
    }

    /// What has failed once is run first, and alone.
    @Test func corpusKeepsWhatFailed() async throws {
        let folder = try TemporaryFolder()
        let arguments = [
            "explore", "--queue", "lock,faulty:wakesOneWaiter", "--rule", "9.1", "--schedules", "300",
            "--corpus",
            folder.path,
        ]
        let first = try await Oplab.run(arguments)
        #expect(first.status == .exited(1), "\(first.output)\(first.error)")
        let token = try #require(first.output.firstMatch(of: /replay: (v3:\S+)/)).1
        let name = "9.1-faulty:wakesOneWaiter.tokens"
        #expect(try folder.names() == [name])
        #expect(try folder.read(name).hasSuffix("\n\(token)\n"))
        let again = try await Oplab.run(arguments)
        #expect(again.status == .exited(1) && again.output.contains("replay: \(token)"), "\(again.output)")
        #expect(
            again.error.contains(
                "ran 1 of the corpus's tokens; there fails again: 9.1 on faulty:wakesOneWaiter"))
        #expect(try folder.read(name).matches(of: /v3:/).count == 1)

        // A token of a schedule that doesn't fail costs a schedule, and one of another version names its line.
        _ = try folder.write("# mended\n\(token)\n", to: "9.1-lock.tokens")
        let stale = try await Oplab.run(arguments)
        #expect(stale.error.contains("ran 2 of the corpus's tokens"), "\(stale.error)")
        #expect(stale.output.contains(/9\.1 +lock +300 .* passed/), "\(stale.output)")
        _ = try folder.write("\nv1:1:-\n", to: "9.1-lock.tokens")
        let refused = try await Oplab.run(arguments)
        #expect(
            refused.status == .exited(64) && refused.error.contains("9.1-lock.tokens:2: 'v1:1:-'"),
            "\(refused.error)")
    }

    /// What the rules of an exploration are there for.
    @Test(arguments: [
        ("executingStaysTrue", "1.2"), ("lateCancelUnfinishes", "2.14"),
        ("lastAddedDependencyReleases", "3.14"),
        ("cancelledInCycleWaits", "4.4"), ("oneSlotTooMany", "6.1"), ("completionBlockRunsTwice", "9.5"),
        ("raisedLimitWaitsForEvent", "6.3"), ("lostWakeUp", "6.9"),
    ])
    func plantedDefectIsFound(defect: String, rule: String) async throws {
        let outcome = try await Oplab.run(["explore", "--queue", "faulty:\(defect)", "--rule", rule])
        #expect(outcome.status == .exited(1), "\(outcome.output)")
        #expect(outcome.output.contains("\(rule) on faulty:\(defect): "))
        #expect(outcome.output.contains("replay: v3:"))
    }

    /// How many processes share the schedules out doesn't decide which are run.
    @Test func shardsRunTheSameSchedules() async throws {
        let arguments = ["explore", "--queue", "lock", "--rule", "2.14,9.1", "--schedules", "1200"]
        func rows(_ jobs: String) async throws -> [[Substring]] {
            let outcome = try await Oplab.run(arguments + ["--jobs", jobs])
            #expect(outcome.status == .exited(0), "\(outcome.output)")
            return outcome.output.split(separator: "\n").filter { $0.hasSuffix(" passed") }
                .map { $0.split(separator: " ") }
        }
        let (one, two) = (try await rows("1"), try await rows("2"))
        #expect(one.count == 2 && two.count == 2)
        // Each process begins with some of its own, which are the same in both: so distinct ones are counted.
        for (one, two) in zip(one, two) { #expect(one[3] == two[3]) }
    }

    /// Nor do the processors: on one alone, a limit of -1 would let no two operations overlap.
    @Test func oneProcessorRunsTheSameSchedules() async throws {
        func rows(_ prefix: String) async throws -> [[Substring]] {
            let outcome = try await Oplab.shell(
                "\(prefix) $oplab explore --queue lock,actor --rule 3.14,8.10 --schedules 400 --seed 7 --jobs 1"
            )
            #expect(outcome.status == .exited(0), "\(outcome.output)")
            // The rule, the queue, and the counts of schedules, distinct ones and choices.
            return outcome.output.split(separator: "\n").filter { $0.hasSuffix(" passed") }
                .map { Array($0.split(separator: " ").prefix(5)) }
        }
        let one = try await rows(#"taskset -c "$(taskset -cp $$ | grep -o '[0-9]*$')""#)
        #expect(one.count == 4)
        #expect(try await rows("") == one)
    }

    /// A queue may end the process: what is left is the token of the schedule. Who kills it from outside has no part in
    /// any.
    @Test(arguments: [("ILL", "crashed", 1), ("KILL", "lost", 2)])
    func crashOfAShardIsReported(signal: String, word: String, status: Int32) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Oplab.shell(
            """
            export TMPDIR=\(folder.path)
            "$oplab" explore --queue lock --rule 2.14 --time 100000 --jobs 1 --quiet &
            until [ -s "$TMPDIR"/oplab-explore-*/0 ]; do kill -0 $! || exit 99; done
            pkill -\(signal) -P $!
            wait $!
            """)
        #expect(outcome.status == .exited(status), "\(outcome.output) \(outcome.error)")
        #expect(outcome.output.contains("2.14 lock") && outcome.output.contains(word), "\(outcome.output)")
        #expect(outcome.output.contains("replay: v3:") == (word == "crashed"))
        #expect(try folder.names().isEmpty, "what was written for the time being is left")
    }

    @Test func interruptedExploreReportsPartialResults() async throws {
        let outcome = try await Oplab.interrupted(
            ["explore", "--queue", "lock", "--rule", "2.14", "--time", "100000", "--jobs", "1"],
            onceSaid: "exploring:")
        #expect(outcome.status == .exited(130), "\(outcome.error)")
        #expect(outcome.output.contains(/2\.14 lock +\d+ .* passed\n/), "\(outcome.output)")
    }

    @Test(arguments: [
        (["--queue", "inline"], "'inline' can't be explored"),
        (["--expect", "/nowhere"], "/nowhere"),
        (["--rule", "5.1"], "rule 5.1 is not explored"),
        (["--rule", "99.1"], "there is no rule '99.1'"),
        (["--search", "rotatin"], "'rotatin'; the nearest: rotating"),
        (["--strategy", "rotatin"], "'rotatin'; the nearest: rotating"),
        (["--schedules", "0"], "--schedules is 0"),
        (["--time", "0"], "--time is 0"), (["--jobs", "0"], "--jobs is 0"),
        (["--replay", "x"], "'x' is no replay token"),
        (["--replay", "v3:1:-"], "--replay needs one --rule and one --queue"),
        (["--replay", "v3:1:-", "--queue", "lock", "--rule", "9.1"], "the token is not for 9.1 on lock"),
    ])
    func badUsageIsSaid(arguments: [String], message: String) async throws {
        let outcome = try await Oplab.run(["explore"] + arguments)
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains(message), "\(outcome.error)")
    }
}
