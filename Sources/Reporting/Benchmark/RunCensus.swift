internal import QueueBenchmarking
internal import TextFormats

/// Counts the runs of a file, to detect missing rows: a file that was cut between two rows looks complete.
struct RunCensus {
    /// The metrics of each run that passed its check.
    private var metrics: [Run: Set<Metric>] = [:]
    private var positions: [Run: TextPosition] = [:]
    private(set) var runs = 0
    /// The number of failed runs, including warm-ups.
    private(set) var failures = 0

    private struct Run: Hashable {
        let block: Block
        let place: RunPlace
    }

    /// One queue in one process. All its runs have the same purpose.
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
        // A failed run has no other row, and only the first run in a process has the number of warm-ups.
        if isCheck && measurement.value != 1 || measurement.metric == .warmUps { return }
        metrics[run, default: []].insert(measurement.metric)
    }

    /// What a finished run lacks, with the position if there is one; nil if it is complete.
    ///
    /// - Complexity: O(number of runs).
    func defect(of manifest: RunManifest) -> (position: TextPosition?, reason: String)? {
        if runs != manifest.runs || failures != manifest.failedChecks {
            return (
                nil,
                "it has \(runs) runs and \(failures) failures, and \(RunManifest.fileName) says \(manifest.runs) and "
                    + "\(manifest.failedChecks): rows are missing, or the files belong to different runs"
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
