import ChildProcesses
import Testing

@testable import MutationJudging

struct CheckTests {
    private func run(_ end: ChildEnd, _ output: String) -> CommandRun {
        CommandRun(end: end, output: output, errors: "", seconds: 0)
    }

    @Test func explorationNamesItsSchedules() {
        let check = Check(judge: .explore, queue: "lock", subject: "3.1")
        let output = "rule queue schedules verdict\n3.14 lock 9 passed\n3.1 lock 224 104 2% broken\n"
        let finding = check.finding(in: run(.exited(1), output))
        #expect(finding.how == "broken")
        #expect(finding.schedules == 224)
    }

    @Test func ruleNamesItsVerdict() {
        let check = Check(judge: .conform, queue: "lock", subject: "3.1")
        let finding = check.finding(in: run(.exited(1), "rule lock\n3.1 An operation is 12 hung\n"))
        #expect(finding.how == "hung")
        #expect(finding.schedules == nil)
    }

    @Test func randomProgramNamesTheBrokenSentence() {
        let check = Check(judge: .fuzz, queue: "lock", subject: "explored")
        let output =
            "queue programs\nlock 7\n\nlock: program 7 failed\nrules 6.1: never more\nobserved: more\n"
        #expect(check.finding(in: run(.exited(1), output)).how == "rules 6.1: never more")
        #expect(check.finding(in: run(.exited(1), "lock 7\n")).how == "failed")
    }

    @Test func endIsNamed() {
        let check = Check(judge: .tests, queue: "", subject: "OperationsTests")
        #expect(check.finding(in: run(.signalled(11), "")).how == "signal 11")
        #expect(check.finding(in: run(.overdue(limit: .seconds(9)), "")).how == "time limit")
        #expect(check.finding(in: run(.exited(1), "✘ Test a() failed after 1 s\n")).how == "a()")
    }

    @Test func errorsAreOfTheCopy() {
        let output = """
            /copy/Sources/M/F.swift:12:7: error: no
            /copy/Sources/M/F.swift:12:7: error: no
            /copy/Sources/M/F.swift:13:1: warning: perhaps
            /other/Sources/M/F.swift:14:1: error: no
            |  `- error: no
            """
        #expect(
            CompilerError.all(in: output, folder: "/copy")
                == [CompilerError(file: "Sources/M/F.swift", line: 12, column: 7)])
    }

    @Test func onlyTheJudgedProcessIsMutated() {
        #expect(Check(judge: .conform, queue: "lock", subject: "3.1").subcommands == "judge")
        #expect(Check(judge: .explore, queue: "lock", subject: "3.1").subcommands == "explore-shard")
        #expect(Check(judge: .fuzz, queue: "lock", subject: "explored").subcommands == "run-programs")
    }

    @Test func cancelledCommandIsInterrupted() async throws {
        let running = Task { try await CommandRun.run(["sleep", "1000"], limit: 1000) }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    @Test func commandIsKilledAtItsLimit() async throws {
        let run = try await CommandRun.run(["sleep", "1000"], limit: 0.1)
        #expect(run.end == .overdue(limit: .seconds(0.1)))
    }
}
