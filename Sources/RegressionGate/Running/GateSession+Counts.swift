private import BenchmarkStatistics
internal import QueueBenchmarking

extension GateSession {
    /// How many blocks there are of a case; so few, since counts hardly differ between runs.
    private static let countBlocks = 4

    /// The metrics, what is tolerated of each, and what a run must be made for to have it.
    private var counted: [(metric: Metric, slack: Double, purpose: RunPurpose, one: String)] {
        [
            (.allocations, settings.allocationSlack, .memory, "allocations"),
            (.allocatedBytes, settings.byteSlack, .memory, "bytes"),
            (.threadsCreated, settings.threadSlack, .time, "threads created"),
        ]
    }

    /// Compares what is allocated, and how many threads are made.
    mutating func count() async throws {
        for (index, comparison) in comparisons.enumerated() {
            events.progress(
                "counting at \(comparison.subject)", Double(index) / Double(comparisons.count))
            for purpose in [RunPurpose.memory, .time] {
                if let failure = try await count(comparison, purpose) {
                    try await resultFailed(failure, comparison)
                    break
                }
            }
        }
    }

    /// Returns what went wrong first, if anything did.
    private mutating func count(
        _ comparison: GateComparison, _ purpose: RunPurpose
    ) async throws -> BlockRunner.Failure? {
        let metrics = counted.filter { $0.purpose == purpose }
        var values: [Metric: [GateSide: [Double]]] = [:]
        for number in 0..<Self.countBlocks {
            let block = try await blocks.run(
                BlockRunner.Plan(
                    tier: .counts, purpose: purpose, sides: GateSide.allCases, arm: comparison.arm,
                    cases: [comparison.measured], warmUps: 1, runs: 2), number: number)
            if let failure = block.failure { return failure }
            for run in block.runs { try events.run(run) }
            for (metric, side) in metrics.flatMap({ each in GateSide.allCases.map { (each.metric, $0) } }) {
                guard let value = block.value(metric, of: side, at: comparison.measured) else { continue }
                values[metric, default: [:]][side, default: []].append(value)
            }
        }
        for each in metrics {
            if let line = line(comparison, each.metric, each.slack, each.one, values[each.metric] ?? [:]) {
                add(line)
            }
        }
        return nil
    }

    /// Worse is what lies, in each block, above all that the base and its control had, by more than the slack. Were
    /// there no change, each choice of blocks would be as likely to be the highest: with four of twelve that makes 1
    /// in 495, before the slack.
    private mutating func line(
        _ comparison: GateComparison, _ metric: Metric, _ slack: Double, _ one: String,
        _ values: [GateSide: [Double]]
    ) -> GateLine? {
        guard let base = values[.base], let head = values[.head], let control = values[.control],
            [base, head, control].allSatisfy({ $0.count == Self.countBlocks }),
            let before = Sample(base + control), let after = Sample(head)
        else {
            if values[.base] != nil, values[.head] == nil {
                headLacks("count", .counts, comparison.arm, comparison.subject, metric.rawValue)
            } else {
                note(
                    metric == .threadsCreated
                        ? "Threads were not counted: the base was built where that can't be done."
                        : "Allocations were not counted: the base was built without jemalloc (the trait Jemalloc)."
                )
            }
            return nil
        }
        let difference = after.median - before.median
        let verdict: GateVerdict
        let reason: String
        if after.minimum > before.maximum + slack {
            (verdict, reason) = (.regressed, "more \(one) in every block")
        } else if after.maximum < before.minimum - slack {
            (verdict, reason) = (.improved, "fewer \(one) in every block")
        } else if difference <= slack {
            (verdict, reason) = (.passed, "within the slack")
        } else {
            (verdict, reason) = (.inconclusive, "more \(one), but not in every block")
        }
        var line = GateLine(
            tier: .counts, arm: comparison.arm, subject: comparison.subject, metric: metric.rawValue,
            verdict: verdict, reason: reason)
        (line.base, line.head, line.unit) = (before.median, after.median, metric.unit)
        line.effect = GateEffect(.absolute, Estimate(point: difference, interval: nil))
        line.blocks = Self.countBlocks
        return line
    }
}
