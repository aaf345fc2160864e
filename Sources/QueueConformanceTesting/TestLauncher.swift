private import ChildProcesses
private import LinuxPlatform
internal import QueueConformance

/// Starts the test runner again for each case of a rule.
struct TestLauncher: ChildLauncher {
    private let base: SubprocessLauncher

    /// - Throws: ``HarnessFailure`` outside of a test.
    init() throws {
        base = SubprocessLauncher(
            executable: try OwnExecutable.path(), arguments: try TestChild.arguments()
        ) { TestChild.environment(.crashIsAnswer, .judge, $0.arguments) }
    }

    func run(_ request: JudgeRequest, limit: Duration) async throws -> ChildOutcome {
        let outcome = try await base.run(request, limit: limit)
        return ChildOutcome(
            end: outcome.end, messages: outcome.messages,
            standardError: TestChild.withoutRunner(outcome.standardError))
    }
}
