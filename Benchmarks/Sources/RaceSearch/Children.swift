import ChildProcesses
import LinuxPlatform

/// Runs jobs in processes of this program.
struct Children {
    /// Why a process returned no figures.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let executable: String

    init() throws { executable = try OwnExecutable.path() }

    /// The output of a job, line by line.
    func lines(_ job: Job) async throws -> [String] {
        let program = ChildProgram(
            executable, [Job.flag, try job.argument()],
            environment: .crashIsAnswer.setting("SWIFT_DETERMINISTIC_HASHING", to: "1"))
        let result = try await program.output(standardError: .inherited)
        guard result.end == .exited(0) else {
            throw Failure(description: "the job \(job) ended with \(result.end)")
        }
        return result.value.split(separator: "\n").map(String.init)
    }

    /// The output of many jobs in their order; `width` run at a time.
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
