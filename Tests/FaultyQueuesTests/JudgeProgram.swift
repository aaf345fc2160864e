import FoundationEssentials
import QueueConformance

/// The program whose processes judge: `oplab`, which lies beside the test bundle.
enum JudgeProgram {
    static func launcher() throws -> SubprocessLauncher {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = bundle.split(separator: "/").dropLast().joined(separator: "/")
        return SubprocessLauncher(executable: "/\(folder)/oplab", arguments: ["judge"])
    }
}
