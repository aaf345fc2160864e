public import QueueBenchmarking
private import TextFormats

/// What to know of a run before believing its numbers: a sentence each.
public enum RunDoubts {
    /// How many threads a processor may have had waiting for it before the run, on average, without a word about it. Building
    /// and judging, which `scripts/run` does before, keep each processor busy, and are over when the run begins.
    private static let tolerableLoad = 2.0

    /// - Parameters:
    ///   - manifest: Of the run.
    ///   - name: What the run is called.
    public static func sentences(_ manifest: RunManifest, of name: String) -> [String] {
        var sentences: [String] = []
        switch manifest.state {
        case .finished: break
        case .running: sentences.append("\(name) goes on, or was killed: this is what is there so far.")
        case .interrupted, .failed:
            sentences.append(
                "\(name) was not finished (\(manifest.state.rawValue)) after \(manifest.runs) of "
                    + "\(manifest.plannedRuns) runs: this is what is there.")
        }
        if manifest.toolchain.configuration != "release" {
            sentences.append(
                "\(name) is of a \(manifest.toolchain.configuration) build: its times say nothing about a queue."
            )
        }
        let machine = manifest.machine
        if let load = machine.loadAverage, load > tolerableLoad * Double(machine.processors) {
            sentences.append(
                "\(name) began at a load of \(Decimals.rounded(load, places: 1)) on \(machine.processors) processors: "
                    + "other programs may be in its times.")
        }
        return sentences
    }

    /// Why some medians have no interval; nil if all have one.
    public static func missingIntervals(_ tables: [BenchmarkSummary.Table]) -> String? {
        guard tables.contains(where: { $0.lines.contains(where: \.lacksInterval) }) else { return nil }
        return
            "Where there is no interval, there are fewer than \(BenchmarkSummary.leastRoundsForInterval) rounds "
            + "with a time, and so few bear none."
    }
}
