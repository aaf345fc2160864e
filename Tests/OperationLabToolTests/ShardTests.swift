import QueueBenchmarking
import TestSupport
import Testing

@testable import OperationLabTool

/// Which part of a run a command line or the environment of a job names.
@Suite struct ShardTests {
    @Test func everyPieceOfWorkIsInOnePart() throws {
        for count in 1...9 {
            let parts = (1...count).map { Shard(number: $0, count: count) }
            for index in 0..<30 { #expect(parts.count { $0.contains(index) } == 1, "\(index) of \(count)") }
        }
    }

    /// What is compared stays together, and the parts have about equally much to do.
    @Test func everyScenarioIsMeasuredInOnePart() throws {
        let subjects = try BenchSelection.subjects(["lock,foundation"])
        let runner = BenchmarkRunner(
            subjects: subjects, scenarios: try BenchSelection.cases([], .standard, processors: 2),
            profile: .standard, seed: 1, processors: 2)
        let work = MeasuringWork(
            queues: MeasuredQueues(subjects), workloads: try WorkloadCopies(reading: [], processors: 2),
            profile: .standard, seed: 1, processors: 2, runner: runner)
        let all = Set(work.runner.scenarios.map { BenchmarkCase($0).scenario })
        func scenarios(_ count: Int) -> [Set<String>] {
            (1...count).map { work.scenarios(of: Shard(number: $0, count: count)) }
        }
        for count in [1, 2, 3, 7, 100] {
            let parts = scenarios(count)
            #expect(parts.reduce(0) { $0 + $1.count } == all.count)
            #expect(parts.reduce(into: Set()) { $0.formUnion($1) } == all)
        }
        let runs = scenarios(2).map { work.runner.runCount(of: $0) }
        let largest = all.map { work.runner.runCount(of: [$0]) }.max() ?? 0
        #expect(runs.min() ?? 0 > 0 && abs(runs[0] - runs[1]) <= largest, "\(runs)")
    }

    @Test(arguments: ["", "2", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2", "2/9223372036854775807"])
    func noPartIsRefused(text: String) {
        #expect(throws: UsageError.self) { try Shard(text) }
    }

    @Test(arguments: [
        (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4"], "1/4"),
        (["STRATEGY_JOB_INDEX": "3", "STRATEGY_JOB_TOTAL": "4"], "4/4"),
        (["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2"], "1/2"),
        (["BUILDKITE_PARALLEL_JOB": "6", "BUILDKITE_PARALLEL_JOB_COUNT": "7"], "7/7"),
        (["JOB_COMPLETION_INDEX": "2", "JOB_COMPLETIONS": "5"], "3/5"),
        (["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8"], "4/8"),
        (
            [
                "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "8",
                "SLURM_ARRAY_TASK_COUNT": "8",
            ], "3/8"
        ),
        // Two that agree, and variables that are set to nothing.
        (
            [
                "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3", "BUILDKITE_PARALLEL_JOB": "1",
                "BUILDKITE_PARALLEL_JOB_COUNT": "3", "TEST_SHARD_INDEX": "",
            ], "2/3"
        ),
    ])
    func environmentNamesAPart(variables: [String: String], part: String) throws {
        let finding = try ShardEnvironment(variables: variables).finding()
        #expect("\(finding.shard)" == part)
        #expect(variables.keys.contains { finding.origin.contains($0) }, "\(finding.origin)")
    }

    @Test(arguments: [
        ([:], "no variable of the environment names a part"),
        (["JOB_COMPLETION_INDEX": "2"], "JOB_COMPLETIONS is missing: Kubernetes doesn't"),
        (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": ""], "CI_NODE_TOTAL is missing"),
        (["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "2"], "part 0 of 2"),
        (["TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "2"], "part 3 of 2"),
        (["CI_NODE_INDEX": "one", "CI_NODE_TOTAL": "2"], "CI_NODE_INDEX is 'one'"),
        // A part that is run again alone, and an array with gaps.
        (
            [
                "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_MAX": "3",
                "SLURM_ARRAY_TASK_COUNT": "1",
            ], "Run a single part again by --shard I/N"
        ),
        (
            [
                "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "5",
                "SLURM_ARRAY_TASK_COUNT": "3",
            ], "the indices have to be 0 or 1, and all that follow"
        ),
        (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "9223372036854775807"], "must be a number"),
        (
            [
                "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3", "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "3",
            ], "CI_NODE_INDEX=1, CI_NODE_TOTAL=3 name part 1/3, and TEST_SHARD_INDEX=1, TEST_TOTAL_SHARDS=3"
        ),
    ])
    func doubtfulEnvironmentIsRefused(variables: [String: String], words: String) {
        let error = #expect(throws: UsageError.self) { try ShardEnvironment(variables: variables).finding() }
        #expect("\(error.map { "\($0)" } ?? "")".contains(words), "\(error.map { "\($0)" } ?? "")")
    }

    @Test func optionsAreLeftOutOfArguments() {
        let arguments = ShardArguments([
            "--shard", "1/2", "--queue", "lock", "--output=x", "--quiet", "--shard=2/2",
        ])
        #expect(arguments.without(["--shard", "--output"]) == ["--queue", "lock", "--quiet"])
    }
}
