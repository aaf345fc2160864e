import QueueBenchmarking
import Reporting
import TestSupport

/// Writes made-up runs with known times.
enum MadeUpRun {
    static let benchmarkCase = BenchmarkCase(EmptyScenario(limit: 1, operations: 100))

    /// - Parameter costs: Nanoseconds for an operation of each queue, round by round.
    static func write(
        to folder: TemporaryFolder, _ costs: KeyValuePairs<String, [Double]>,
        at benchmarkCase: BenchmarkCase = benchmarkCase, flags: [RunFlag] = [], failing: [String] = [],
        change: (inout RunManifest) -> Void = { _ in }
    ) throws {
        try write(
            to: folder, [(benchmarkCase, costs)], flags: flags, failing: failing, change: change)
    }

    static func write(
        to folder: TemporaryFolder, _ cases: [(BenchmarkCase, KeyValuePairs<String, [Double]>)],
        flags: [RunFlag] = [], failing: [String] = [], metric: Metric = .processCPUTime,
        change: (inout RunManifest) -> Void = { _ in }
    ) throws {
        let runner = BenchmarkRunner(
            subjects: [], scenarios: [], profile: .quick, seed: 1, processors: 2)
        var manifest = RunManifest(
            commandLine: ["oplab", "bench"], seed: 1, profile: .quick, runner: runner,
            toolchain: Toolchain(swift: "Swift version 6"), commit: "abc", unmeasured: [])
        manifest.cases = cases.map(\.0)
        for queue in cases.flatMap({ $0.1.map(\.key) }) + failing
        where !manifest.subjects.contains(SubjectID(queue: queue)) {
            manifest.subjects.append(SubjectID(queue: queue))
        }
        change(&manifest)
        let results = try BenchmarkResults(creating: folder.path, manifest)
        for (index, each) in cases.enumerated() {
            func append(_ queue: String, _ round: Int, _ outcome: RunOutcome) throws {
                try results.append(
                    BenchmarkRun(
                        subject: SubjectID(queue: queue), benchmarkCase: each.0, driver: "thread",
                        process: index,
                        place: RunPlace(round: round, position: 0, pair: round * cases.count + index),
                        seed: 1, outcome: outcome))
            }
            for (queue, values) in each.1 {
                for (round, value) in values.enumerated() {
                    try append(queue, round, .passed([Reading(metric, value)], flags: flags))
                }
            }
            for queue in failing { try append(queue, 0, .failed(reason: "lost one")) }
        }
        try results.end(.finished)
    }
}
