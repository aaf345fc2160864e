import ChildProcesses
import ConcurrencyPrimitives
import LinuxPlatform
import ScheduleExploration
import Testing

@Suite(.serialized) struct StressTests {
    @Test func stressRunsAllRounds() async {
        let count = Counter()
        let report = await stress(runs: 50, seconds: .max) { count.value.adding(1) }
        #expect(report.runs == 50 && report.failure == nil)
        #expect(count.value.load() == 50)
    }

    @Test func stressEndsWithTheFirstFailure() async {
        let count = Counter()
        let report = await stress(runs: 50, seconds: .max) {
            let number = count.value.adding(1)
            ExploredSchedule.expect(number < 3, "the third")
        }
        #expect(report.runs == 3 && report.failure == "the third")
    }

    /// What comes right after the end of the body is not held against it.
    @Test func stressWaitsForQuiescence() async {
        let report = await stress(runs: 5, seconds: .max) {
            let done = Counter()
            // A thread, as a task would wait for the pool, which the other tests keep busy.
            SystemThread.start { for _ in 0..<100 { done.value.adding(1) } }
            ExploredSchedule.whenQuiescent { done.value.load() == 100 ? nil : "not done" }
        }
        #expect(report.failure == nil)
    }

    /// What was found once may be over at a second look.
    @Test func stressAsksACheckOnce() async {
        let looks = Counter()
        let report = await stress(runs: 1, seconds: .max) {
            // It holds after its run, and at the end of all runs not.
            ExploredSchedule.whenQuiescent { looks.value.adding(1) == 2 ? "seen once" : nil }
        }
        #expect(report.failure == "seen once")
        #expect(looks.value.load() == 2)
    }

    /// Two locks taken in opposite order, on threads and on tasks; and what is never resumed.
    @Test(arguments: ["contended", "tasks", "endless"])
    func endlessScenarioIsADeadlock(scenario: String) async throws {
        let result = try await fixture(scenario)
        #expect(result.end == .exited(0), "\(result.standardError)")
        #expect(
            result.value == "1 deadlock: the scenario is not at its end, and nothing in the process goes on\n"
        )
    }

    /// The kernel knows who holds a `Mutex`, and the standard library stops the process.
    @Test func deadlockInTheKernelEndsTheProcess() async throws {
        let result = try await fixture("plain")
        #expect(result.end == .signalled(SIGILL))
        #expect(result.standardError.contains("Recursive call to lock Mutex"), "\(result.standardError)")
    }

    @Test func lateScenarioIsNoDeadlock() async throws {
        let result = try await fixture("late")
        #expect(result.value == "3 passed\n", "\(result.standardError)")
    }

    private func fixture(_ scenario: String) async throws -> ChildResult<String> {
        try await ChildProgram(
            OwnExecutable.path(beside: "StressFixture"), [scenario], environment: .crashIsAnswer
        ).output()
    }
}

private final class Counter: Sendable {
    let value = Atomic<Int>(0)
}
