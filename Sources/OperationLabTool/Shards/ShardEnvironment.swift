/// What the environment of a job says about its part of a run.
///
/// Each system names its own variables, and counts from 0 or from 1:
/// [GitLab](https://docs.gitlab.com/ci/jobs/job_control/#parallelize-large-jobs),
/// [GitHub](https://docs.github.com/en/actions/reference/workflows-and-actions/contexts#strategy-context),
/// [Bazel](https://bazel.build/reference/test-encyclopedia#initial-conditions),
/// [Buildkite](https://buildkite.com/docs/pipelines/configure/environment-variables),
/// [Kubernetes](https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode),
/// [Slurm](https://slurm.schedmd.com/job_array.html).
struct ShardEnvironment {
    private struct System {
        let index: String
        let total: String
        /// The index of the first part.
        var first = 0
        /// The variables with the first and the last index, if a user can choose them.
        var range: (first: String, last: String)?
        /// What sets the total, if it isn't the system.
        var totalHint: String?
    }

    private static let systems = [
        System(index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", first: 1),
        System(
            index: "STRATEGY_JOB_INDEX", total: "STRATEGY_JOB_TOTAL",
            totalHint: "set it to ${{ strategy.job-total }} in the workflow"),
        System(index: "TEST_SHARD_INDEX", total: "TEST_TOTAL_SHARDS"),
        System(index: "BUILDKITE_PARALLEL_JOB", total: "BUILDKITE_PARALLEL_JOB_COUNT"),
        System(
            index: "JOB_COMPLETION_INDEX", total: "JOB_COMPLETIONS",
            totalHint: "Kubernetes doesn't: set it in the manifest to the Job's completions"),
        System(
            index: "SLURM_ARRAY_TASK_ID", total: "SLURM_ARRAY_TASK_COUNT",
            range: ("SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX")),
    ]

    /// A part, and the variables that name it.
    struct Finding: Hashable {
        let shard: Shard
        let origin: String
    }

    let variables: [String: String]

    /// The part that the environment names.
    ///
    /// - Throws: ``UsageError`` if nothing names one, a total is missing, or two systems name different ones.
    func finding() throws -> Finding {
        let findings = try Self.systems.compactMap(finding)
        guard let first = findings.first else {
            throw UsageError(
                "--shard auto: no variable of the environment names a part. Known are "
                    + Self.systems.map(\.index).joined(separator: ", "))
        }
        if let other = findings.first(where: { $0.shard != first.shard }) {
            throw UsageError(
                "--shard auto: \(first.origin) name part \(first.shard), and \(other.origin) name part \(other.shard)"
            )
        }
        return first
    }

    private func finding(_ system: System) throws -> Finding? {
        guard let index = variables[system.index], !index.isEmpty else { return nil }
        guard let total = variables[system.total], !total.isEmpty else {
            throw UsageError(
                "--shard auto: \(system.index) is \(index), and \(system.total) is missing"
                    + (system.totalHint.map { ": \($0)" } ?? ""))
        }
        let count = try number(total, system.total)
        var origin = "\(system.index)=\(index), \(system.total)=\(total)"
        var first = system.first
        if let range = system.range {
            first = try number(variables[range.first] ?? "0", range.first)
            let last = try number(variables[range.last] ?? "\(first + count - 1)", range.last)
            origin += ", \(range.first)=\(first), \(range.last)=\(last)"
            guard (0...1).contains(first), last - first + 1 == count else {
                throw UsageError(
                    "--shard auto: \(origin): the indices have to be 0 or 1, and all that follow. Run a single part again by "
                        + "--shard I/N")
            }
        }
        let shard = try Shard(
            number(index, system.index) - first + 1, of: count, from: "--shard auto: \(origin)")
        return Finding(shard: shard, origin: origin)
    }

    private func number(_ text: String, _ name: String) throws -> Int {
        guard let number = Int(text), number.magnitude < 1 << 32 else {
            throw UsageError("--shard auto: \(name) is '\(text)', and must be a number")
        }
        return number
    }
}
