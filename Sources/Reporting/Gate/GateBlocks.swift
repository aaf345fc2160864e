internal import BenchmarkStatistics
private import LinuxPlatform
internal import QueueBenchmarking
internal import RegressionGate

/// What was measured of a queue at a case in one metric, block by block, as the gate compares it.
struct GateBlocks {
    struct Subject: Hashable {
        let tier: GateTier
        let arm: Arm
        let measured: BenchmarkCase
        let metric: Metric
    }

    /// What the sides came to in the same minute.
    struct Block {
        let number: Int
        /// The median of the runs of a side.
        let values: [GateSide: Double]
        /// The runs of a side, in their order.
        let runs: [GateSide: [Double]]
        /// What the machine did to all these runs together; nil where it is unknown of one.
        let steal: UInt64?
        let pressure: UInt64?
        let involuntarySwitches: Int?
    }

    let subject: Subject
    let blocks: [Block]

    /// In the order in which the subjects come first.
    static func grouped(_ rows: [GateRunRow]) -> [GateBlocks] {
        var subjects: [Subject] = []
        var rowsBySubject: [Subject: [GateRunRow]] = [:]
        for row in rows {
            let subject = Subject(tier: row.tier, arm: row.arm, measured: row.measured, metric: row.metric)
            if rowsBySubject[subject] == nil { subjects.append(subject) }
            rowsBySubject[subject, default: []].append(row)
        }
        return subjects.map { GateBlocks($0, rowsBySubject[$0] ?? []) }
    }

    private init(_ subject: Subject, _ rows: [GateRunRow]) {
        self.subject = subject
        // The anchor's blocks have the numbers of what it was run beside, and their seeds tell them apart.
        let grouped = Dictionary(grouping: rows) { Place(block: $0.block, seed: $0.seed) }
        blocks = grouped.sorted { ($0.key.block, $0.key.seed) < ($1.key.block, $1.key.seed) }
            .map { Block($0.key.block, $0.value) }
    }

    private struct Place: Hashable {
        let block: Int
        let seed: UInt64
    }

    // MARK: Sides

    /// A value a block.
    func values(_ side: GateSide) -> Sample? { Sample(blocks.compactMap { $0.values[side] }) }

    /// Whether sides are compared by their ratio; what may be zero is compared by its difference.
    var isRelative: Bool { blocks.allSatisfy { $0.values.values.allSatisfy { $0 > 0 } } }

    /// How a side differs from the base in each block that has both: the part by which it is more, or by how much.
    func differences(_ side: GateSide) -> [(block: Block, difference: Double)] {
        let isRelative = isRelative
        return blocks.compactMap { block in
            guard let base = block.values[.base], let other = block.values[side] else { return nil }
            if !isRelative { return (block, other - base) }
            guard subject.tier != .counts else { return (block, log(other / base)) }
            let difference = PairedDifferences.ofBlock(
                base: block.runs[.base] ?? [], other: block.runs[side] ?? [])
            return difference.map { (block, $0) }
        }
    }
}

extension GateBlocks.Block {
    fileprivate init(_ number: Int, _ rows: [GateRunRow]) {
        func sum<Number: FixedWidthInteger>(_ value: (RunConditions) -> Number?) -> Number? {
            let values = rows.compactMap { value($0.conditions) }
            // A file may say anything; a sum that can't be is none.
            return values.count == rows.count
                ? values.reduce(0) { $0 &+ $1 } : nil
        }
        let runs = Dictionary(grouping: rows.sorted { $0.position < $1.position }, by: \.side)
            .compactMapValues { rows in
                let values = rows.compactMap(\.value)
                return values.count == rows.count ? values : nil
            }
        self.init(
            number: number, values: runs.compactMapValues { Sample($0)?.median }, runs: runs,
            steal: sum(\.steal), pressure: sum(\.pressure), involuntarySwitches: sum(\.involuntarySwitches))
    }
}
