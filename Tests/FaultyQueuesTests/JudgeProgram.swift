import QueueConformance

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The program whose processes judge: it lies beside the one that runs these tests.
enum JudgeProgram {
    static func launcher() -> SubprocessLauncher {
        guard let own = realpath("/proc/self/exe", nil) else {
            fatalError("/proc/self/exe can't be resolved.")
        }
        defer { free(own) }
        let folder = String(cString: own).split(separator: "/").dropLast().joined(separator: "/")
        return SubprocessLauncher(executable: "/\(folder)/FaultyJudge", arguments: [])
    }
}
