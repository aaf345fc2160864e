public import QueueBenchmarking
private import TextFormats

/// What limits the reliability of a run: a sentence each.
public enum RunDoubts {
    /// The tolerable load average for each processor before the run. Building and judging, which `scripts/run` does
    /// before, keep each processor busy, and have ended when the run begins.
    private static let tolerableLoad = 2.0

    /// - Parameters:
    ///   - manifest: The manifest of the run.
    ///   - name: What to call the run.
    public static func sentences(_ manifest: RunManifest, of name: String) -> [String] {
        var sentences: [String] = []
        switch manifest.state {
        case .finished: break
        case .running:
            sentences.append("\(name) is still running, or was killed: these are the results so far.")
        case .interrupted, .failed:
            sentences.append(
                "\(name) did not finish (\(manifest.state.rawValue)): it has \(manifest.runs) of \(manifest.plannedRuns) runs."
            )
        }
        if manifest.toolchain.configuration != "release" {
            sentences.append(
                "\(name) is of a \(manifest.toolchain.configuration) build: its times mean nothing."
            )
        }
        let machines = manifest.machines ?? [manifest.machine]
        for (part, machine) in zip(1..., machines) {
            guard let load = machine.loadAverage, load > tolerableLoad * Double(machine.processors) else {
                continue
            }
            let what = machines.count > 1 ? "Part \(part) of \(name.lowercasedFirst)" : name
            sentences.append(
                "\(what) began at a load of \(Decimals.rounded(load, places: 1)) on \(machine.processors) processors: "
                    + "other programs may have affected its times.")
        }
        if machines.count > 1 {
            let hosts = Set(machines.map(\.host)).sorted().joined(separator: ", ")
            sentences.append(
                "\(name) has \(machines.count) parts, measured one by one (\(hosts)), each with scenarios of its own: compare "
                    + "queues with each other at a scenario, and not one scenario with another.")
        }
        return sentences
    }

    /// Why some medians have no interval; nil if all have one.
    public static func missingIntervals(_ tables: [BenchmarkSummary.Table]) -> String? {
        guard tables.contains(where: { $0.lines.contains(where: \.lacksInterval) }) else { return nil }
        return
            "An interval takes \(BenchmarkSummary.leastRoundsForInterval) rounds with a time; where there are fewer, there is none."
    }
}

extension String {
    /// For the middle of a sentence.
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
