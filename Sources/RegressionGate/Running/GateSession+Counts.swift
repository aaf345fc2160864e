private import BenchmarkStatistics
internal import QueueBenchmarking
private import TextFormats

extension GateSession {
    private typealias CountsByVariant = [Metric: [GateVariant: [Double]]]

    /// The number of blocks of a case; few, because counts hardly vary between runs.
    private static let countBlocks = 4

    /// The metrics, the tolerated growth of each, and the purpose of the runs that have it.
    private var counted: [(metric: Metric, slack: Double, purpose: RunPurpose, one: String)] {
        [
            (.allocations, settings.allocationSlack, .memory, "allocations"),
            (.allocatedBytes, settings.byteSlack, .memory, "bytes"),
            (.threadsCreated, settings.threadSlack, .time, "threads created"),
        ]
    }

    /// Compares allocations and created threads.
    mutating func count() async throws {
        for (index, comparison) in comparisons.enumerated() {
            let metric = Metric.allocations.rawValue
            if skip(after: 0.6, .counts, comparison.subject, comparison.item, metric) { continue }
            events.progress(
                "counting at \(comparison.item)", Double(index) / Double(comparisons.count))
            for purpose in [RunPurpose.memory, .time] {
                if let failure = try await count(comparison, purpose) {
                    try await resultFailed(failure, comparison)
                    break
                }
            }
        }
    }

    /// Returns the first error, if there is one.
    private mutating func count(
        _ comparison: GateComparison, _ purpose: RunPurpose
    ) async throws -> BlockRunner.Failure? {
        let metrics = counted.filter { $0.purpose == purpose }
        var (values, anchors): (CountsByVariant, CountsByVariant) = ([:], [:])
        for number in 0..<Self.countBlocks {
            let block = try await blocks.run(
                BlockRunner.Plan(
                    tier: .counts, purpose: purpose, variants: GateVariant.allCases,
                    subject: comparison.subject,
                    cases: [comparison.benchmarkCase], warmUps: 1, runs: 2,
                    anchor: (Self.anchor, Self.anchorCase)),
                number: number)
            if let failure = block.failure { return failure }
            for run in block.runs + block.anchors { try events.run(run) }
            for (metric, variant) in metrics.flatMap({ each in GateVariant.allCases.map { (each.metric, $0) }
            }) {
                if let value = block.value(metric, of: variant, at: comparison.benchmarkCase) {
                    values[metric, default: [:]][variant, default: []].append(value)
                }
                if let value = block.anchorValue(metric, of: variant) {
                    anchors[metric, default: [:]][variant, default: []].append(value)
                }
            }
        }
        for each in metrics {
            let anchor = CountDifference(anchors[each.metric] ?? [:], blocks: Self.countBlocks, each.slack)
            let found = CountDifference(values[each.metric] ?? [:], blocks: Self.countBlocks, each.slack)
            if let found, let anchor {
                add(line(comparison, each.metric, each.one, found, beside: anchor))
            } else {
                notCounted(each.metric, comparison, values[each.metric] ?? [:])
            }
        }
        return nil
    }

    private mutating func notCounted(
        _ metric: Metric, _ comparison: GateComparison, _ values: [GateVariant: [Double]]
    ) {
        if values[.base] != nil, values[.head] == nil {
            return headLacks("count", .counts, comparison.subject, comparison.item, metric.rawValue)
        }
        note(
            metric == .threadsCreated
                ? "Threads were not counted: the base can't count them on its system."
                : "Allocations were not counted: the base was built without jemalloc (the trait Jemalloc).")
    }

    private func line(
        _ comparison: GateComparison, _ metric: Metric, _ one: String, _ found: CountDifference,
        beside anchor: CountDifference
    ) -> GateLine {
        let verdict: GateVerdict
        let reason: String
        if anchor.isMore || anchor.isLess {
            let (before, after) = (
                Decimals.rounded(anchor.before, places: 2), Decimals.rounded(anchor.after, places: 2)
            )
            (verdict, reason) = (.inconclusive, "\(Self.movedAnchor): it has \(before) → \(after) \(one)")
        } else if found.isMore {
            (verdict, reason) = (.regressed, "more \(one) in every block")
        } else if found.isLess {
            (verdict, reason) = (.improved, "fewer \(one) in every block")
        } else if found.isWithinSlack {
            (verdict, reason) = (.passed, "within the slack")
        } else {
            (verdict, reason) = (.inconclusive, "more \(one), but not in every block")
        }
        var line = GateLine(
            tier: .counts, subject: comparison.subject, item: comparison.item, metric: metric.rawValue,
            verdict: verdict, reason: reason)
        (line.base, line.head, line.unit) = (found.before, found.after, metric.unit)
        line.effect = GateEffect(.absolute, Estimate(point: found.after - found.before, interval: nil))
        line.blocks = Self.countBlocks
        return line
    }
}
