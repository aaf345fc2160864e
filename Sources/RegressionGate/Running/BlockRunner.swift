internal import BenchmarkStatistics
internal import QueueBenchmarking
internal import RandomNumbers

/// Makes the runs of one block: each variant in a new process. All processes exist at the same time, and one runs
/// at a time.
///
/// The variants run in random order and then in the reverse order (ABBA), so that steady drift cancels, and each
/// has the same mean position. Addresses and hash seeds of a process are part of the noise. With new processes they
/// vary between blocks instead of between variants.
struct BlockRunner {
    let launchers: [GateVariant: any RunLauncher]
    private(set) var random: Xoshiro256

    init(_ launchers: [GateVariant: any RunLauncher], seed: UInt64) {
        self.launchers = launchers
        random = Xoshiro256(seed: seed)
    }

    /// The runs of a block.
    struct Plan {
        let tier: GateTier
        let purpose: RunPurpose
        var variants: [GateVariant]
        let subject: SubjectID
        /// The cases, which run one after the other in random order.
        let cases: [BenchmarkCase]
        let warmUps: Int
        /// The number of runs of each variant at each case.
        let runs: Int
        /// The queue and case that show whether the variants were treated alike.
        var anchor: (subject: SubjectID, benchmarkCase: BenchmarkCase)?
        /// Variants that run another queue than `subject`, and which.
        var others: [GateVariant: SubjectID] = [:]

        func subject(of variant: GateVariant) -> SubjectID { others[variant] ?? subject }
    }

    /// An error in a process.
    struct Failure {
        let variant: GateVariant
        /// The queue of the failed run; the queue of the block if the process failed after its last reply.
        let subject: SubjectID
        let benchmarkCase: BenchmarkCase
        /// The block in which it occurred.
        let plan: Plan
        var reason: String
    }

    /// The results of a block.
    struct Block {
        /// The first error; a block with an error has no values.
        var failure: Failure?
        /// Why the queue isn't run at the case, as a variant reports, and whether the variant doesn't know the
        /// scenario.
        var skipReason: (variant: GateVariant, reason: String, isUnknownCase: Bool)?
        var runs: [GateRun] = []
        var anchors: [GateRun] = []
        /// Of traced runs, in their order.
        var traces: [GateVariant: [TraceSummary]] = [:]

        /// Why the block has no values; nil if it has.
        var obstacle: String? { failure?.reason ?? skipReason?.reason }

        /// The median of the values of one variant; nil if a run has none.
        func value(_ metric: Metric, of variant: GateVariant, at benchmarkCase: BenchmarkCase) -> Double? {
            Self.median(runs.filter { $0.variant == variant && $0.benchmarkCase == benchmarkCase }, metric)
        }

        /// The difference between the logarithms of a variant and the base: the median of the differences between
        /// the two runs of a round. These follow each other closely, so that a slow period of the machine affects
        /// both; the medians of the variants could lie before and after it. Nil if a run has no value above zero.
        func difference(_ metric: Metric, of variant: GateVariant) -> Double? {
            Self.difference(runs, metric, variant)
        }

        /// The median of the anchor's values beside one variant; nil if a run has none.
        func anchorValue(_ metric: Metric, of variant: GateVariant) -> Double? {
            Self.median(anchors.filter { $0.variant == variant }, metric)
        }

        func anchorDifference(_ metric: Metric, of variant: GateVariant) -> Double? {
            Self.difference(anchors, metric, variant)
        }

        private static func difference(_ runs: [GateRun], _ metric: Metric, _ variant: GateVariant) -> Double?
        {
            func values(_ variant: GateVariant) -> [Double] {
                runs.filter { $0.variant == variant }.map { $0.outcome.value(metric) ?? 0 }
            }
            return PairedDifferences.ofBlock(base: values(.base), other: values(variant))
        }

        private static func median(_ runs: [GateRun], _ metric: Metric) -> Double? {
            let values = runs.compactMap { $0.outcome.value(metric) }
            return values.count == runs.count ? Sample(values)?.median : nil
        }
    }

    /// Makes a block.
    ///
    /// - Throws: Why a variant's program is no worker; `CancellationError`.
    mutating func run(_ plan: Plan, number: Int) async throws -> Block {
        var block = Block()
        var ends: [GateVariant: String] = [:]
        let order = random.shuffled(plan.variants)
        let seed = random.next() >> 11
        let cases = random.shuffled(plan.cases)
        var orders: [[GateVariant]] = []
        for _ in 0..<(plan.runs + 1) / 2 {
            let one = random.shuffled(plan.variants)
            orders += [one, one.reversed()]
        }
        orders = Array(orders.prefix(plan.runs))
        let anchorOrder = random.shuffled(plan.variants)
        try await withWorkers(order[...], plan.purpose, [:], &ends) { workers in
            var session = Session(plan: plan, number: number, seed: seed, workers: workers)
            for benchmarkCase in cases {
                for variant in order {
                    for _ in 0..<plan.warmUps
                    where try await !session.run(plan.subject(of: variant), benchmarkCase, variant, nil) {
                        break
                    }
                }
                for variant in orders.joined() {
                    guard
                        try await session.run(plan.subject(of: variant), benchmarkCase, variant, \.runs)
                    else { break }
                }
            }
            if let anchor = plan.anchor {
                for variant in anchorOrder {
                    _ = try await session.run(anchor.subject, anchor.benchmarkCase, variant, nil)
                }
                for variant in anchorOrder + anchorOrder.reversed() {
                    _ = try await session.run(anchor.subject, anchor.benchmarkCase, variant, \.anchors)
                }
            }
            block = session.block
        }
        if let failure = block.failure, failure.reason.isEmpty {
            block.failure?.reason = "its process ended: \(ends[failure.variant] ?? "for an unknown reason")"
        } else if block.failure == nil, let variant = order.first(where: { ends[$0] != nil }),
            let end = ends[variant]
        {
            // All its replies were right, but it ended with an error.
            block.failure = Failure(
                variant: variant, subject: plan.subject(of: variant),
                benchmarkCase: cases[cases.count - 1], plan: plan,
                reason: "its process ended after its last answer: \(end)")
        }
        return block
    }

    /// The processes of a block, and the results so far.
    private struct Session {
        let plan: Plan
        let number: Int
        let seed: UInt64
        let workers: [GateVariant: any RunConnection]
        var block = Block()
        var position = 0

        /// Makes a run, and stores the result; false if the block can't continue.
        mutating func run(
            _ subject: SubjectID, _ benchmarkCase: BenchmarkCase, _ variant: GateVariant,
            _ kept: WritableKeyPath<Block, [GateRun]>?
        ) async throws -> Bool {
            guard block.failure == nil, block.skipReason == nil, let worker = workers[variant] else {
                return false
            }
            let request = RunRequest(
                subject: subject, benchmarkCase: benchmarkCase, purpose: plan.purpose, seed: seed)
            func fail(_ reason: String) {
                block.failure = Failure(
                    variant: variant, subject: subject, benchmarkCase: benchmarkCase, plan: plan,
                    reason: reason)
            }
            guard let reply = try await worker.run(request) else {
                fail("")
                return false
            }
            if let skipReason = reply.skipReason {
                block.skipReason = (variant, skipReason, reply.isUnknownCase ?? false)
                return false
            }
            // An error of the harness says nothing about the queue.
            if let error = reply.error {
                throw GateVariantError(variant: variant, request: request, reason: error)
            }
            if case .failed(let reason) = reply.outcome {
                fail(reason)
                return false
            }
            if let kept {
                block[keyPath: kept].append(
                    GateRun(
                        tier: plan.tier, variant: variant, subject: subject, benchmarkCase: benchmarkCase,
                        block: number,
                        position: position, seed: seed, outcome: reply.outcome, conditions: reply.conditions,
                        rulesVersion: worker.handshake.rulesVersion))
                position += 1
                if let trace = reply.trace { block.traces[variant, default: []].append(trace) }
            }
            return true
        }
    }

    private func withWorkers(
        _ variants: ArraySlice<GateVariant>, _ purpose: RunPurpose, _ open: [GateVariant: any RunConnection],
        _ ends: inout [GateVariant: String], _ body: ([GateVariant: any RunConnection]) async throws -> Void
    ) async throws {
        guard let variant = variants.first, let launcher = launchers[variant] else {
            return try await body(open)
        }
        let end = try await launcher.withProcess(purpose) { connection in
            var open = open
            open[variant] = connection
            try await withWorkers(variants.dropFirst(), purpose, open, &ends, body)
        }
        if let end { ends[variant] = end }
    }
}

/// A variant's harness could not make a run. This says nothing about its queue.
struct GateVariantError: Error, CustomStringConvertible {
    let variant: GateVariant
    let request: RunRequest
    let reason: String
    var description: String {
        "the \(variant.rawValue) could not run \(request.subject) at \(request.benchmarkCase): \(reason)"
    }
}
