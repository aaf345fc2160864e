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

    /// A check runs only after the threads that the body started have ended.
    @Test func stressWaitsForQuiescence() async {
        let report = await stress(runs: 5, seconds: .max) {
            let done = Counter()
            // A thread, because a task would wait for the pool, which the other tests keep busy.
            SystemThread.start { for _ in 0..<100 { done.value.adding(1) } }
            ExploredSchedule.whenQuiescent { done.value.load() == 100 ? nil : "not done" }
        }
        #expect(report.failure == nil)
    }

    /// A failed check is not called again, because its next answer could differ.
    @Test func stressAsksACheckOnce() async {
        let calls = Counter()
        let report = await stress(runs: 1, seconds: .max) {
            // Passes after its run, and fails at the end of all runs.
            ExploredSchedule.whenQuiescent { calls.value.adding(1) == 2 ? "seen once" : nil }
        }
        #expect(report.failure == "seen once")
        #expect(calls.value.load() == 2)
    }

    /// Two locks taken in opposite order, by threads and by tasks, and a continuation that is never resumed.
    @Test(arguments: ["contended", "tasks", "endless"])
    func endlessScenarioIsADeadlock(scenario: String) async throws {
        let result = try await fixture(scenario)
        #expect(result.end == .exited(0), "\(result.standardError)")
        #expect(result.value.hasPrefix("1 deadlock: "), "\(result.value)")
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
