import LinuxPlatform
import QueueConformance
import TestSupport

/// The program of the fixture, whose processes judge.
enum FixtureJudge {
    static func launcher(forks: Bool = false) throws -> SubprocessLauncher {
        SubprocessLauncher(
            executable: try OwnExecutable.path(beside: "JudgeFixture"), arguments: [], forks: forks)
    }

    static func judge(_ rules: [Rule], on subject: any JudgedSubject) async throws -> [RuleResult] {
        try await ConformanceRunner(
            rules: rules, subjects: [subject], launcher: launcher(), watchdog: .hangGuard
        ).run()
    }
}
