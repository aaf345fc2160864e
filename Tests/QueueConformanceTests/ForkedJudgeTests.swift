import CPlatform
import ChildProcesses
import ConcurrencyPrimitives
import LinuxPlatform
import QueueSubjects
import TestSupport
import Testing

@testable import QueueConformance

/// The processes of a launcher, and how they end.
@Suite struct ForkedJudgeTests {
    /// A sanitized program doesn't fork.
    @Test(.enabled(if: !oplab_is_sanitized())) func serverForksForEachRequest() async throws {
        let launcher = try FixtureJudge.launcher(forks: true)
        func processes(_ rule: RuleID = "99.25") async throws -> (server: Int32, own: Int32) {
            let request = JudgeRequest(rule: rule, caseName: "", queue: "lock")
            let outcome = try await launcher.run(request, limit: .hangGuard)
            var numbers: [Int32] = []
            if case .verdict(.inconclusive(let text))? = outcome.messages.first {
                numbers = text.split(separator: " ").compactMap { Int32($0) }
            }
            try #require(numbers.count == 2, "\(outcome)")
            return (numbers[0], numbers[1])
        }
        let (first, second) = (try await processes(), try await processes())
        #expect(first.server == second.server && first.own != second.own && first.server != getpid())
        // A process that is left behind ends with the group, and holds up nothing.
        let left = Int(try await processes("99.26").own)
        while isRunning(left) { await Task.yield() }
        // An unfinished line is dropped, and hides no end.
        let half = JudgeRequest(rule: "99.1", caseName: "", queue: "half a line")
        let outcome = try await launcher.run(half, limit: .hangGuard)
        #expect(outcome.end == .exited(7) && outcome.messages.isEmpty)
        // One that is killed while it is idle is replaced.
        kill(first.server, SIGKILL)
        #expect(try await processes().server != first.server)
    }

    @Test(.enabled(if: !oplab_is_sanitized())) func serverEndsWithItsLauncher() async throws {
        let request = JudgeRequest(rule: "99.25", caseName: "", queue: "lock")
        let outcome = try await FixtureJudge.launcher(forks: true).run(request, limit: .hangGuard)
        guard case .verdict(.inconclusive(let text))? = outcome.messages.first,
            let server = text.split(separator: " ").first.flatMap({ Int($0) })
        else {
            Issue.record("\(outcome)")
            return
        }
        while isRunning(server) { await Task.yield() }
    }

    /// One that has been killed may not be reaped yet.
    private func isRunning(_ process: Int) -> Bool {
        KernelFile.thread(process, ofProcess: process, "stat").text.map { !$0.contains(") Z ") } ?? false
    }

    @Test(arguments: [false, true]) func cancelledRunEndsItsProcess(forks: Bool) async throws {
        let process = Promise<Int>()
        let launcher = SubprocessLauncher(
            executable: try OwnExecutable.path(beside: "JudgeFixture"), arguments: [], forks: forks,
            patience: 1
        ) { number in
            process.fulfill(number)
            return nil
        }
        let request = JudgeRequest(rule: "99.17", caseName: "", queue: "lock")
        let run = Task { try await launcher.run(request, limit: .hangGuard) }
        let number = await process.value()
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        while isRunning(number) { await Task.yield() }
    }
}
