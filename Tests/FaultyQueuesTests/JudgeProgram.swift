import LinuxPlatform
import QueueConformance

/// The program whose processes judge: it lies beside the one that runs these tests.
enum JudgeProgram {
    static func launcher() throws -> SubprocessLauncher { try shared.get() }

    private static let shared = Result {
        SubprocessLauncher(
            executable: try OwnExecutable.path(beside: "FaultyJudge"), arguments: [], forks: true)
    }
}
