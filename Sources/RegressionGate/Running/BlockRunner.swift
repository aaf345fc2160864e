internal import BenchmarkStatistics
internal import QueueBenchmarking
internal import RandomNumbers

/// Makes the runs of one block: each side in a fresh process, all of them there at once, and one running at a time.
///
/// The sides run in random order and then in its mirror image (ABBA), so that what drifts steadily cancels, and each
/// comes equally early. What a process happens to be, its addresses and its hash seeds, is a part of the noise;
/// fresh processes make it differ from block to block instead of between the sides.
struct BlockRunner {
    let launchers: [GateSide: any RunLauncher]
    private(set) var random: Xoshiro256

    init(_ launchers: [GateSide: any RunLauncher], seed: UInt64) {
        self.launchers = launchers
        random = Xoshiro256(seed: seed)
    }

    /// What a block does.
    struct Plan {
        let tier: GateTier
        let purpose: RunPurpose
        var sides: [GateSide]
        let arm: Arm
        /// Run one after the other, in random order.
        let cases: [BenchmarkCase]
        let warmUps: Int
        /// Of each side at each case.
        let runs: Int
        /// The queue and the case by which the sides are found alike.
        var anchor: (arm: Arm, measured: BenchmarkCase)?
    }

    /// What went wrong in a process.
    struct Failure {
        let side: GateSide
        /// What it was asked to run, or what the block is about where the process failed at the end of all.
        let arm: Arm
        let measured: BenchmarkCase
        /// The block in which it came about.
        let plan: Plan
        var reason: String
    }

    /// What came out.
    struct Block {
        /// What went wrong first, if anything did; the block has no values then.
        var failure: Failure?
        /// Why the queue isn't run at the case, as a side says.
        var skipReason: (side: GateSide, reason: String)?
        var runs: [GateRun] = []
        var anchors: [GateRun] = []

        /// Why it has no values, if it hasn't.
        var obstacle: String? { failure?.reason ?? skipReason?.reason }

        /// The median of the values of one side; nil if a run has none.
        func value(_ metric: Metric, of side: GateSide, at measured: BenchmarkCase) -> Double? {
            Self.median(runs.filter { $0.side == side && $0.measured == measured }, metric)
        }

        /// By how much the logarithm of one side lies above that of the base: the median of what two runs of the same
        /// round differ by. They follow each other closely, so that a machine that turns slow for a while slows both;
        /// the medians of each side would lie on either side of such a turn. Nil if a run has no value above zero.
        func difference(_ metric: Metric, of side: GateSide) -> Double? {
            Self.difference(runs, metric, side)
        }

        /// The median of the anchor's values beside one side; nil if a run has none.
        func anchorValue(_ metric: Metric, of side: GateSide) -> Double? {
            Self.median(anchors.filter { $0.side == side }, metric)
        }

        func anchorDifference(_ metric: Metric, of side: GateSide) -> Double? {
            Self.difference(anchors, metric, side)
        }

        private static func difference(_ runs: [GateRun], _ metric: Metric, _ side: GateSide) -> Double? {
            func values(_ side: GateSide) -> [Double] {
                runs.filter { $0.side == side }.map { $0.outcome.value(metric) ?? 0 }
            }
            return PairedDifferences.ofBlock(base: values(.base), other: values(side))
        }

        private static func median(_ runs: [GateRun], _ metric: Metric) -> Double? {
            let values = runs.compactMap { $0.outcome.value(metric) }
            return values.count == runs.count ? Sample(values)?.median : nil
        }
    }

    /// Makes a block.
    ///
    /// - Throws: What keeps a side's program from being a worker; `CancellationError`.
    mutating func run(_ plan: Plan, number: Int) async throws -> Block {
        var block = Block()
        var ends: [GateSide: String] = [:]
        let order = random.shuffled(plan.sides)
        let seed = random.next() >> 11
        let cases = random.shuffled(plan.cases)
        var orders: [[GateSide]] = []
        for _ in 0..<(plan.runs + 1) / 2 {
            let one = random.shuffled(plan.sides)
            orders += [one, one.reversed()]
        }
        orders = Array(orders.prefix(plan.runs))
        let anchorOrder = random.shuffled(plan.sides)
        try await withWorkers(order[...], plan.purpose, [:], &ends) { workers in
            var session = Session(plan: plan, number: number, seed: seed, workers: workers)
            for measured in cases {
                for side in order {
                    for _ in 0..<plan.warmUps where try await !session.run(plan.arm, measured, side, nil) {
                        break
                    }
                }
                for side in orders.joined() {
                    guard try await session.run(plan.arm, measured, side, \.runs) else { break }
                }
            }
            if let anchor = plan.anchor {
                for side in anchorOrder { _ = try await session.run(anchor.arm, anchor.measured, side, nil) }
                for side in anchorOrder + anchorOrder.reversed() {
                    _ = try await session.run(anchor.arm, anchor.measured, side, \.anchors)
                }
            }
            block = session.block
        }
        if let failure = block.failure, failure.reason.isEmpty {
            block.failure?.reason = "its process ended: \(ends[failure.side] ?? "nobody knows how")"
        } else if block.failure == nil, let side = order.first(where: { ends[$0] != nil }),
            let end = ends[side]
        {
            // All its answers were right, and it didn't end well.
            block.failure = Failure(
                side: side, arm: plan.arm, measured: cases[cases.count - 1], plan: plan,
                reason: "its process ended after its last answer: \(end)")
        }
        return block
    }

    /// The processes of a block as they are there, and what they have given.
    private struct Session {
        let plan: Plan
        let number: Int
        let seed: UInt64
        let workers: [GateSide: any RunConnection]
        var block = Block()
        var position = 0

        /// Makes a run, and keeps it where it belongs; false if there is no sense in going on.
        mutating func run(
            _ arm: Arm, _ measured: BenchmarkCase, _ side: GateSide,
            _ kept: WritableKeyPath<Block, [GateRun]>?
        ) async throws -> Bool {
            guard block.failure == nil, block.skipReason == nil, let worker = workers[side] else {
                return false
            }
            let request = RunRequest(arm: arm, measured: measured, purpose: plan.purpose, seed: seed)
            func fail(_ reason: String) {
                block.failure = Failure(side: side, arm: arm, measured: measured, plan: plan, reason: reason)
            }
            guard let reply = try await worker.run(request) else {
                fail("")
                return false
            }
            if let skipReason = reply.skipReason {
                block.skipReason = (side, skipReason)
                return false
            }
            // Nothing can be said of the queue.
            if let error = reply.error { throw GateSideError(side: side, request: request, reason: error) }
            if case .failed(let reason) = reply.outcome {
                fail(reason)
                return false
            }
            if let kept {
                block[keyPath: kept].append(
                    GateRun(
                        tier: plan.tier, side: side, arm: arm, measured: measured, block: number,
                        position: position, seed: seed, outcome: reply.outcome, conditions: reply.conditions))
                position += 1
            }
            return true
        }
    }

    private func withWorkers(
        _ sides: ArraySlice<GateSide>, _ purpose: RunPurpose, _ open: [GateSide: any RunConnection],
        _ ends: inout [GateSide: String], _ body: ([GateSide: any RunConnection]) async throws -> Void
    ) async throws {
        guard let side = sides.first, let launcher = launchers[side] else { return try await body(open) }
        let end = try await launcher.withProcess(purpose) { connection in
            var open = open
            open[side] = connection
            try await withWorkers(sides.dropFirst(), purpose, open, &ends, body)
        }
        if let end { ends[side] = end }
    }
}

/// A side's harness could not make a run: nothing is said of its queue.
struct GateSideError: Error, CustomStringConvertible {
    let side: GateSide
    let request: RunRequest
    let reason: String
    var description: String {
        "the \(side.rawValue) could not run \(request.arm) at \(request.measured): \(reason)"
    }
}
