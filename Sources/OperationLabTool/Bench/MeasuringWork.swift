private import FoundationEssentials
internal import QueueBenchmarking
private import TextFormats

/// What a command line asks to measure.
struct MeasuringWork: ShardableWork {
    let queues: MeasuredQueues
    let workloads: WorkloadCopies
    let profile: BenchmarkProfile
    let seed: UInt64
    let processors: Int
    let runner: BenchmarkRunner

    static let processorsName = "processors"

    /// The content of a workload is in its case, as a checksum.
    var plan: @Sendable () throws -> [String: String] {
        { [runner, profile, seed, processors, program = queues.program] in
            [
                "queues": runner.subjects.map { "\($0)" }.joined(separator: ","),
                "cases": runner.scenarios.map { "\(BenchmarkCase($0))" }.joined(separator: ","),
                "profile": try JSONText.text(profile), "seed": "\(seed)",
                Self.processorsName: "\(processors)",
                // Another program says on each machine what fits.
                "not run": runner.skipped.map { "\($0.subject) at \($0.benchmarkCase)" }.joined(
                    separator: ","),
                "worker": try program.map(ShardManifest.digest) ?? "",
            ]
        }
    }

    /// The names of the scenarios that a part measures. Those whose measurements are compared with each other stay on one
    /// machine: all queues, and all cases of a scenario. The scenario with the most runs goes to the part with the fewest so far.
    func scenarios(of part: Shard) -> Set<String> {
        var seen: Set<String> = []
        let names = runner.scenarios.map { BenchmarkCase($0).scenario }.filter { seen.insert($0).inserted }
        let runs = names.map { runner.runCount(of: [$0]) }
        var loads = [Int](repeating: 0, count: min(part.count, names.count))
        var own: Set<String> = []
        // Sorting is stable, so the result is the same on all machines.
        for index in names.indices.sorted(by: { runs[$0] > runs[$1] }) {
            guard let least = loads.indices.min(by: { loads[$0] < loads[$1] }) else { break }
            loads[least] += runs[index]
            if least == part.number - 1 { own.insert(names[index]) }
        }
        return own
    }
}
