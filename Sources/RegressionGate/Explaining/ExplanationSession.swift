private import BenchmarkStatistics
internal import QueueBenchmarking

/// The blocks of an explanation: pairs of new processes, one for each queue.
struct ExplanationSession {
    var blocks: BlockRunner
    let subjects: (first: SubjectID, second: SubjectID)
    let benchmarkCase: BenchmarkCase
    let settings: ExplanationSettings
    /// Whether both programs make traced runs.
    let canTrace: Bool
    private var number = 0

    init(
        blocks: BlockRunner, subjects: (first: SubjectID, second: SubjectID), benchmarkCase: BenchmarkCase,
        settings: ExplanationSettings, canTrace: Bool
    ) {
        (self.blocks, self.subjects) = (blocks, subjects)
        (self.benchmarkCase, self.settings, self.canTrace) = (benchmarkCase, settings, canTrace)
    }

    /// Makes a block.
    ///
    /// - Throws: `TracedRuns.Refusal` if a queue can't be run at the case, or a run failed.
    mutating func block(_ purpose: RunPurpose, runs: Int, warmUps: Int) async throws -> BlockRunner.Block {
        var plan = BlockRunner.Plan(
            tier: .cpu, purpose: purpose, variants: [.base, .head], subject: subjects.second,
            cases: [benchmarkCase], warmUps: warmUps, runs: runs)
        plan.others = [.head: subjects.first]
        let block = try await blocks.run(plan, number: number)
        number += 1
        if let skipReason = block.skipReason { throw TracedRuns.Refusal.skipped(skipReason.reason) }
        if let failure = block.failure {
            throw TracedRuns.Refusal.failed("\(failure.subject): \(failure.reason)")
        }
        return block
    }

    /// The medians of a metric in a block; nil if it lacks them.
    func values(_ metric: Metric, _ block: BlockRunner.Block) -> (first: Double, second: Double)? {
        guard let first = block.value(metric, of: .head, at: benchmarkCase),
            let second = block.value(metric, of: .base, at: benchmarkCase)
        else { return nil }
        return (first, second)
    }

    /// The times of a block on all processors and of one on one processor.
    func times(
        _ block: BlockRunner.Block, _ bound: BlockRunner.Block
    ) -> [ComparedTime: (first: Double, second: Double, difference: Double)] {
        var times: [ComparedTime: (first: Double, second: Double, difference: Double)] = [:]
        for time in ComparedTime.allCases {
            let block = time == .bound ? bound : block
            guard let values = values(time.metric, block),
                let difference = block.difference(time.metric, of: .head)
            else { continue }
            times[time] = (values.first, values.second, difference)
        }
        return times
    }

    /// The allocations, if they differ for certain and by more than they vary.
    mutating func differingAllocations(
        _ progress: (_ what: String, _ part: Double) -> Void
    ) async throws -> [Explanation.Count] {
        var allocations = BlockValues()
        for index in 0..<settings.causeBlocks {
            progress("counting allocations", Double(index) / Double(settings.causeBlocks))
            allocations.add(values(.allocations, try await block(.memory, runs: 2, warmUps: 1)))
        }
        guard let change = allocations.change, change.isCertain,
            abs(change.estimate.point) > settings.allocationSlack
        else { return [] }
        return [Explanation.Count(name: Explanation.Count.allocations, change: change)]
    }

    // MARK: Causes

    struct Found {
        var evidence: Evidence
        var counts: [Explanation.Count] = []
        var parts: [(part: TraceBreakdown.Part, change: PairedChange)] = []
        var boundParts: [(part: TraceBreakdown.Part, change: PairedChange)] = []
        var notes: [String] = []
    }

    /// Adds what allocates, and what traces show, of so many runs in a block.
    mutating func evidence(
        _ evidence: Evidence, runs: Int, _ allocationCost: (Int) -> Double,
        _ progress: (_ what: String, _ part: Double) -> Void
    ) async throws -> Found {
        var found = Found(evidence: evidence)
        var (allocations, bytes) = (BlockValues(), BlockValues())
        var (traces, bound) = (TraceBlocks(), TraceBlocks())
        for index in 0..<settings.causeBlocks {
            progress("searching for causes", Double(index) / Double(settings.causeBlocks))
            let memory = try await block(.memory, runs: 2, warmUps: 1)
            allocations.add(values(.allocations, memory))
            bytes.add(values(.allocatedBytes, memory))
            guard canTrace else { continue }
            traces.add(try await block(.trace, runs: runs, warmUps: 1))
            bound.add(try await block(.boundTrace, runs: runs, warmUps: 1))
        }
        add(allocations.change, bytes.change, allocationCost, to: &found)
        if let switches = evidence.switches {
            found.counts.append(Explanation.Count(name: "voluntary context switches", change: switches))
        }
        if canTrace {
            add(traces, bound, to: &found)
        } else {
            found.notes.append(
                "A program was built before there were traced runs, so the parts of the time are unknown.")
        }
        return found
    }

    private func add(
        _ allocations: PairedChange?, _ bytes: PairedChange?, _ cost: (Int) -> Double, to found: inout Found
    ) {
        guard let allocations, let bytes else {
            found.notes.append(
                "Allocations were not counted: the program was built without jemalloc (the trait Jemalloc).")
            return
        }
        let number = max(allocations.first, allocations.second)
        found.evidence.allocations = allocations
        found.evidence.allocationCost =
            number > 0 ? cost(Int(max(bytes.first, bytes.second) / number)) : 0
        found.counts += [
            Explanation.Count(name: Explanation.Count.allocations, change: allocations),
            Explanation.Count(name: "allocated bytes", change: bytes),
        ]
    }

    private func add(_ traces: TraceBlocks, _ bound: TraceBlocks, to found: inout Found) {
        if traces.lacksEvents || bound.lacksEvents {
            found.notes.append(
                "A traced run has more events than there is memory for, so the parts of the time are unknown; take a smaller case."
            )
            return
        }
        (found.parts, found.boundParts) = (traces.parts(isTypical: false), bound.parts(isTypical: true))
        found.evidence.parts = Dictionary(uniqueKeysWithValues: found.parts.map { ($0.part, $0.change) })
        found.evidence.boundParts = Dictionary(
            uniqueKeysWithValues: found.boundParts.map { ($0.part, $0.change) })
        guard traces.isNoted else {
            found.notes.append(
                "One of the queues notes nothing of its own, so all but the bodies is one part of the time.")
            return
        }
        found.evidence.isNoted = true
        for count in TraceSummary.Count.allCases {
            guard let change = traces.change({ $0.counts[count] ?? 0 }) else { continue }
            found.evidence.counts[count] = change
            if change.first > 0 || change.second > 0 {
                found.counts.append(Explanation.Count(name: count.name, change: change))
            }
        }
        found.evidence.growth = bound.change(\.growth)
        found.evidence.pollLength = traces.length(of: .polling, per: .polls)
        if let length = found.evidence.pollLength {
            found.counts.append(Explanation.Count(name: "length of a poll, ns", change: length))
        }
    }
}
