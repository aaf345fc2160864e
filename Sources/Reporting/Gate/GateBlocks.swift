internal import BenchmarkStatistics
private import LinuxPlatform
internal import QueueBenchmarking
internal import RegressionGate

/// The values of a queue at a case in one metric, block by block, as the gate compares them.
struct GateBlocks {
    struct Comparison: Hashable {
        let tier: GateTier
        let subject: SubjectID
        let benchmarkCase: BenchmarkCase
        let metric: Metric
    }

    /// The values of the variants in one block.
    struct Block {
        let number: Int
        /// The median of the runs of a variant.
        let values: [GateVariant: Double]
        /// The runs of a variant, in order.
        let runs: [GateVariant: [Double]]
        /// The processor time that the hypervisor took during these runs; nil if it is unknown for one of them.
        let steal: UInt64?
        let pressure: UInt64?
        let involuntarySwitches: Int?
    }

    let comparison: Comparison
    let blocks: [Block]

    /// In the order in which the comparisons first occur.
    static func grouped(_ rows: [GateRunRow]) -> [GateBlocks] {
        var comparisons: [Comparison] = []
        var rowsByComparison: [Comparison: [GateRunRow]] = [:]
        for row in rows {
            let comparison = Comparison(
                tier: row.tier, subject: row.subject, benchmarkCase: row.benchmarkCase, metric: row.metric)
            if rowsByComparison[comparison] == nil { comparisons.append(comparison) }
            rowsByComparison[comparison, default: []].append(row)
        }
        return comparisons.map { GateBlocks($0, rowsByComparison[$0] ?? []) }
    }

    private init(_ comparison: Comparison, _ rows: [GateRunRow]) {
        self.comparison = comparison
        // The anchor's blocks have the numbers of the comparison that they belong to; their seeds distinguish them.
        let grouped = Dictionary(grouping: rows) { Place(block: $0.block, seed: $0.seed) }
        blocks = grouped.sorted { ($0.key.block, $0.key.seed) < ($1.key.block, $1.key.seed) }
            .map { Block($0.key.block, $0.value) }
    }

    private struct Place: Hashable {
        let block: Int
        let seed: UInt64
    }

    // MARK: Variants

    /// One value for each block.
    func values(_ variant: GateVariant) -> Sample? { Sample(blocks.compactMap { $0.values[variant] }) }

    /// Whether variants are compared by their ratio. Values that may be zero are compared by their difference.
    var isRelative: Bool { blocks.allSatisfy { $0.values.values.allSatisfy { $0 > 0 } } }

    /// The difference between a variant and the base in each block that has both, relative or absolute.
    func differences(_ variant: GateVariant) -> [(block: Block, difference: Double)] {
        let isRelative = isRelative
        return blocks.compactMap { block in
            guard let base = block.values[.base], let other = block.values[variant] else { return nil }
            if !isRelative { return (block, other - base) }
            guard comparison.tier != .counts else { return (block, log(other / base)) }
            let difference = PairedDifferences.ofBlock(
                base: block.runs[.base] ?? [], other: block.runs[variant] ?? [])
            return difference.map { (block, $0) }
        }
    }
}

extension GateBlocks.Block {
    fileprivate init(_ number: Int, _ rows: [GateRunRow]) {
        func sum<Number: FixedWidthInteger>(_ value: (RunConditions) -> Number?) -> Number? {
            let values = rows.compactMap { value($0.conditions) }
            // The values of a file may be so large that their sum overflows.
            return values.count == rows.count
                ? values.reduce(0) { $0 &+ $1 } : nil
        }
        let runs = Dictionary(grouping: rows.sorted { $0.position < $1.position }, by: \.variant)
            .compactMapValues { rows in
                let values = rows.compactMap(\.value)
                return values.count == rows.count ? values : nil
            }
        self.init(
            number: number, values: runs.compactMapValues { Sample($0)?.median }, runs: runs,
            steal: sum(\.steal), pressure: sum(\.pressure), involuntarySwitches: sum(\.involuntarySwitches))
    }
}
