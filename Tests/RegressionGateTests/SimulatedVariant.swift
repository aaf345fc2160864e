import BenchmarkStatistics
import ConcurrencyPrimitives
import QueueBenchmarking
import RandomNumbers
import RegressionGate

/// A variant of a gate whose runs cost what a seed says: a median, noise of the process, and noise of the run, now and
/// then much of it.
final class SimulatedVariant: RunLauncher {
    struct Costs: Sendable {
        /// Of an operation.
        var nanoseconds = 300.0
        /// Of an operation at these limits, in the place of `nanoseconds`.
        var nanosecondsAtLimit: [Int: Double] = [:]
        var anchor = 400.0
        var allocations = 2.0
        var anchorAllocations = 1.0
        /// The power of the size that an operation's cost grows with.
        var exponent = 0.0
        /// Standard deviations of logarithms.
        var processNoise = 0.04
        var runNoise = 0.06
        /// What a run gives; nil for what it costs.
        var failure: String?
        /// The only limit at which it fails so; nil for all.
        var failureLimit: Int?
        /// How many runs fail so before they don't any more.
        var failures = Int.max
        /// Which run of a process is the first that may fail so.
        var firstFailure = 0
        /// It is the anchor's runs that fail so.
        var failsAtAnchor = false
        /// Why it can't be run.
        var skipReason: String?
        /// Whether that is because it doesn't know the scenario.
        var isUnknownCase: Bool?
        /// What keeps the variant from making runs.
        var error: String?
        /// What it doesn't measure.
        var lacks: Set<Metric> = []
        /// How many events of a traced run there is no memory for.
        var droppedEvents = 0
        /// How its processes end.
        var end: String?
    }

    let costs: Costs
    private let random: Mutex<Xoshiro256>
    private let failed = Mutex(0)

    init(_ costs: Costs = Costs(), seed: UInt64) {
        self.costs = costs
        random = Mutex(Xoshiro256(seed: seed))
    }

    static let subject = SubjectID(queue: "simulated")

    private struct Subject: BenchmarkSubject {
        let name = SimulatedVariant.subject.queue
        let summary = "a queue that isn't there"
        let driver = QueueDriver<AnchorQueue>.task
        func makeQueue(limit: Int) -> AnchorQueue { AnchorSubject().makeQueue(limit: limit) }
    }

    func withProcess(
        _ purpose: RunPurpose, _ body: (any RunConnection) async throws -> Void
    ) async throws -> String? {
        try await body(Process(variant: self, factor: noise(costs.processNoise), runs: Runs()))
        return costs.end
    }

    /// Whether the run fails.
    fileprivate func fails() -> Bool {
        guard costs.failure != nil else { return false }
        return failed.withLock { failed in
            failed += 1
            return failed <= costs.failures
        }
    }

    /// Around 1, by the sum of twelve uniform numbers, which is nearly normal.
    fileprivate func noise(_ deviation: Double) -> Double {
        random.withLock { random in
            let normal = (0..<12).reduce(-6.0) { sum, _ in sum + random.nextUnit() }
            // One run in fifty is disturbed.
            let disturbance = random.next(below: 50) == 0 ? 1 + random.nextUnit() : 1
            return (1 + deviation * normal) * disturbance
        }
    }

    /// How many runs a process has made.
    private final class Runs: Sendable {
        let count = Atomic(0)
    }

    private struct Process: RunConnection {
        let variant: SimulatedVariant
        let factor: Double
        let runs: Runs
        var handshake: WorkerHandshake {
            WorkerHandshake(subjects: [Subject(), AnchorSubject()], judged: [:])
        }

        func run(_ request: RunRequest) async throws -> RunReply? {
            // A gate of them never waits for anything: without this, it would keep a thread of the pool from other
            // tests, whose time runs.
            await Task.yield()
            let costs = variant.costs
            let isAnchor = request.subject != SimulatedVariant.subject
            if let error = costs.error {
                return RunReply(outcome: .failed(reason: error), conditions: .unknown, error: error)
            }
            if let skipReason = costs.skipReason {
                return RunReply(
                    outcome: .failed(reason: skipReason), conditions: .unknown, skipReason: skipReason,
                    isUnknownCase: costs.isUnknownCase)
            }
            let isLate = runs.count.adding(1) > costs.firstFailure
            let limit = request.benchmarkCase.parameters["limit"]
            if let failure = costs.failure, isAnchor == costs.failsAtAnchor, isLate,
                costs.failureLimit == nil || costs.failureLimit == limit, variant.fails()
            {
                return RunReply(outcome: .failed(reason: failure), conditions: .unknown)
            }
            let size = Double(request.benchmarkCase.parameters["operations"] ?? 1)
            let own = limit.flatMap { costs.nanosecondsAtLimit[$0] } ?? costs.nanoseconds
            var nanoseconds = isAnchor ? costs.anchor : own
            for _ in 0..<Int((costs.exponent * 10).rounded()) where !isAnchor {
                nanoseconds *= size.tenthRoot
            }
            nanoseconds *= factor * variant.noise(costs.runNoise)
            let allocations = isAnchor ? costs.anchorAllocations : costs.allocations
            let readings = [
                Reading(.processCPUTime, nanoseconds), Reading(.wallTime, nanoseconds),
                Reading(.threadsCreated, 0), Reading(.allocations, allocations),
                Reading(.allocatedBytes, 64 * allocations),
            ]
            let trace = TraceSummary(
                parts: [.adding: nanoseconds], counts: [.visits: 1], dropped: costs.droppedEvents)
            return RunReply(
                outcome: .passed(readings.filter { isAnchor || !costs.lacks.contains($0.metric) }),
                conditions: .unknown, trace: [.trace, .boundTrace].contains(request.purpose) ? trace : nil)
        }
    }
}

/// What the gate says of two simulated variants.
func gate(
    _ head: SimulatedVariant.Costs, base: SimulatedVariant.Costs = .init(), _ settings: GateSettings
) async throws -> GateReport {
    try await GateRunner(
        base: SimulatedVariant(base, seed: settings.seed * 2),
        head: SimulatedVariant(head, seed: settings.seed * 2 + 1), judge: nil, settings: settings,
        processors: 2
    ).run(today: "2026-06-01", .init(run: { _ in }, progress: { _, _ in }))
}

extension GateSettings {
    /// Two cases, at limits of 1 and 2, and no end but that of the blocks.
    static func simulated(_ tiers: [GateTier], blocks: Int = 80, seed: UInt64) -> GateSettings {
        var settings = GateSettings()
        settings.cases = ["empty limit=1;producers=1", "empty limit=2;producers=1"]
        settings.tiers = tiers
        settings.blocks = blocks
        settings.interimAnalyses = 4
        settings.seconds = 1e6
        settings.draws = 2
        settings.seed = seed
        return settings
    }
}

extension Double {
    /// The number whose tenth power this is, by Newton's method.
    fileprivate var tenthRoot: Double {
        var root = 1 + self / 1_000
        for _ in 0..<200 {
            let ninth = (0..<9).reduce(1.0) { product, _ in product * root }
            root -= (ninth * root - self) / (10 * ninth)
        }
        return root
    }
}
