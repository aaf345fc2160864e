internal import QueueBenchmarking
internal import TextFormats

/// Counts the runs of a file while it is read, to tell whether rows are missing: a file that was cut between two rows
/// looks whole.
struct RunCensus {
    /// Runs that passed their check.
    private var metrics: [Run: Set<Metric>] = [:]
    private var positions: [Run: TextPosition] = [:]
    private(set) var runs = 0
    /// Warm-ups included.
    private(set) var failures = 0

    private struct Run: Hashable {
        let block: Block
        let place: RunPlace
    }

    /// One queue in one process, where all its runs are made for the same purpose.
    private struct Block: Hashable {
        let subject: SubjectID
        let benchmarkCase: BenchmarkCase
        let process: Int
    }

    mutating func add(_ measurement: Measurement, _ position: TextPosition) {
        let isCheck = measurement.metric == .resultCheck
        if isCheck, measurement.value != 1 { failures += 1 }
        guard let place = measurement.place else { return }
        if isCheck { runs += 1 }
        let block = Block(
            subject: measurement.subject, benchmarkCase: measurement.benchmarkCase,
            process: measurement.process)
        let run = Run(block: block, place: place)
        if positions[run] == nil { positions[run] = position }
        // What failed has no other row, and only the first run in a process says how it was warmed up.
        if isCheck && measurement.value != 1 || measurement.metric == .warmUps { return }
        metrics[run, default: []].insert(measurement.metric)
    }

    /// What is missing in a run that ended, with its place if it has one; nil if nothing is.
    ///
    /// - Complexity: O(number of runs).
    func objection(to manifest: RunManifest) -> (position: TextPosition?, reason: String)? {
        if runs != manifest.runs || failures != manifest.failedChecks {
            return (
                nil,
                "it has \(runs) runs, \(failures) of them or of their warm-ups failed, and "
                    + "\(RunManifest.fileName) says \(manifest.runs) and \(manifest.failedChecks): rows are "
                    + "missing, or these files are not of one run"
            )
        }
        var all: [Block: Set<Metric>] = [:]
        for (run, metrics) in metrics { all[run.block, default: []].formUnion(metrics) }
        let lacking = metrics.compactMap { run, metrics -> (position: TextPosition, reason: String)? in
            let missing = (all[run.block] ?? []).subtracting(metrics)
            guard let position = positions[run],
                let first = Metric.allCases.first(where: missing.contains)
            else { return nil }
            return (
                position,
                "the run that begins here has no row of \(first.rawValue), as another of \(run.block.subject) in "
                    + "process \(run.block.process) has: rows are missing"
            )
        }
        return lacking.min { $0.position.line < $1.position.line }
    }
}
