import Subprocess
import SystemPackage

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Runs jobs in processes of this program.
struct Children {
    /// Why a process gave no figures.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let executable: String

    init() throws {
        guard let path = realpath("/proc/self/exe", nil) else {
            throw Failure(description: "/proc/self/exe can't be resolved")
        }
        defer { free(path) }
        executable = String(cString: path)
    }

    /// What a job has to say, line by line.
    func lines(_ job: Job) async throws -> [String] {
        let result = try await Subprocess.run(
            .path(FilePath(executable)), arguments: Arguments([Job.flag] + job.arguments),
            environment: .inherit.updating([
                "SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1",
            ]),
            output: .string(limit: 1 << 20), error: .currentStandardError)
        guard case .exited(0) = result.terminationStatus else {
            throw Failure(description: "the job \(job) ended with \(result.terminationStatus)")
        }
        return result.standardOutput.split(separator: "\n").map(String.init)
    }

    /// The lines of many jobs, so many at a time, in their order.
    func lines(_ jobs: [Job], width: Int, progress: () -> Void) async throws -> [[String]] {
        try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
            var results = [[String]](repeating: [], count: jobs.count)
            for (index, job) in jobs.enumerated() {
                if index >= width, let (index, lines) = try await group.next() {
                    results[index] = lines
                    progress()
                }
                group.addTask { (index, try await lines(job)) }
            }
            for try await (index, lines) in group {
                results[index] = lines
                progress()
            }
            return results
        }
    }
}
