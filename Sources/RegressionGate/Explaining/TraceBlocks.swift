private import BenchmarkStatistics
internal import QueueBenchmarking

/// What the traced runs of two queues say, block by block.
struct TraceBlocks {
    private var first: [[TraceSummary]] = []
    private var second: [[TraceSummary]] = []

    mutating func add(_ block: BlockRunner.Block) {
        guard let head = block.traces[.head], let base = block.traces[.base] else { return }
        first.append(head)
        second.append(base)
    }

    private var all: some Sequence<TraceSummary> { (first + second).joined() }

    /// Whether there was no memory for some of the events. Then everything else is wrong.
    var lacksEvents: Bool { all.contains { $0.dropped > 0 } }

    /// Whether both queues note what they do.
    var isNoted: Bool { all.allSatisfy(\.notesItself) }

    /// The change of a value, by the medians of the blocks; nil if there are no blocks.
    func change(_ value: (TraceSummary) -> Double) -> PairedChange? {
        func medians(_ blocks: [[TraceSummary]]) -> [Double] {
            blocks.compactMap { Sample($0.map(value))?.median }
        }
        return PairedChange(medians(first), medians(second))
    }

    /// The change of each part of the time that took any, without what tracing took, the largest first.
    ///
    /// - Parameter isTypical: Whether a part that consists of many short spans is taken from their median.
    func parts(isTypical: Bool) -> [(part: TraceBreakdown.Part, change: PairedChange)] {
        let isFolded = !isNoted
        return TraceBreakdown.Part.allCases.filter { $0 != .tracing }.compactMap { part in
            change { summary in
                let typical = isTypical && !isFolded ? summary.typical[part] : nil
                return typical ?? summary.time(of: part, isFolded: isFolded)
            }.map { (part: part, change: $0) }
        }.filter { $0.change.first > 0 || $0.change.second > 0 }
            .sorted { abs($0.change.estimate.point) > abs($1.change.estimate.point) }
    }

    /// The change of how long something takes that is counted, by the sums of each block; nil if it never happens. Blocks in which
    /// only one of the queues does it are left out.
    func length(of part: TraceBreakdown.Part, per count: TraceSummary.Count) -> PairedChange? {
        func length(_ block: [TraceSummary]) -> Double? {
            let number = block.reduce(0) { $0 + ($1.counts[count] ?? 0) }
            return number > 0 ? block.reduce(0) { $0 + ($1.parts[part] ?? 0) } / number : nil
        }
        var values = BlockValues()
        for (one, other) in zip(first, second) {
            if let one = length(one), let other = length(other) { values.add((one, other)) }
        }
        return values.change
    }
}
