public import BenchmarkStatistics
public import QueueBenchmarking
internal import RandomNumbers

/// Measures the error rates of the gate on this machine: how often it reports a regression where there is none, and
/// how often it finds an injected one.
///
/// Each trial compares a program with itself; the head may have an injected slowdown. A trial judges the tier of
/// processor time, or the tier of counts if the slowdown is an allocation.
public struct GateCalibration: Sendable {
    /// The slowdown injected into the head.
    public enum Plant: Hashable, Sendable, CustomStringConvertible {
        case nothing
        /// A fraction of the queue's own processor time, as in 0.05 for 5% more.
        case slowdown(Double)
        case allocation

        var isSlowdown: Bool { if case .slowdown = self { true } else { false } }

        public var description: String {
            switch self {
            case .nothing: "nothing"
            case .slowdown(let part): "+\(Int((part * 100).rounded()))%"
            case .allocation: "an allocation"
            }
        }
    }

    /// One gate.
    public struct Trial: Sendable {
        public let number: Int
        public let plant: Plant
        public let report: GateReport

        private var allocations: [GateLine] {
            report.lines.filter { $0.tier == .counts && $0.metric == Metric.allocations.rawValue }
        }

        /// Whether the worker counted allocations, which needs a build with the trait Jemalloc.
        public var countsAllocations: Bool { !allocations.isEmpty }

        /// Whether the verdict is right: a regression exactly where a slowdown was injected.
        public var isRight: Bool {
            switch plant {
            case .nothing: report.verdict != .regressed && report.verdict != .improved
            case .slowdown: report.verdict == .regressed
            case .allocation:
                countsAllocations && allocations.allSatisfy { $0.verdict == .regressed }
            }
        }
    }

    /// The rates of all trials of a plant.
    public struct Rate: Sendable {
        public let plant: Plant
        public let trials: Int
        public let regressed: Int
        public let improved: Int
        public let inconclusive: Int
        public let passed: Int
        /// The duration of the longest trial.
        public let longestSeconds: Double
        public let medianSeconds: Double
        /// The effect as the trials estimated it: the median of their estimates, over all comparisons.
        public let medianEffect: Double?

        /// The 95% interval of the rate at which `count` of the trials did something.
        public func interval(_ count: Int) -> BinomialInterval { BinomialInterval(count: count, of: trials) }

        public init?(_ trials: [Trial], of plant: Plant) {
            let own = trials.filter { $0.plant == plant }
            guard let seconds = Sample(own.map(\.report.seconds)) else { return nil }
            func count(_ verdict: GateVerdict) -> Int { own.count { $0.report.verdict == verdict } }
            let effects = own.flatMap(\.report.lines).filter { $0.tier == .cpu }.compactMap {
                $0.effect?.estimate.point
            }
            self.plant = plant
            self.trials = own.count
            regressed = count(.regressed)
            improved = count(.improved)
            inconclusive = count(.inconclusive)
            passed = count(.passed)
            longestSeconds = seconds.maximum
            medianSeconds = seconds.median
            medianEffect = Sample(effects)?.median
        }
    }

    /// Makes a launcher of a variant's worker whose queues have these slowdowns (``SlowedWorker``). Each variant
    /// should be a separate file, as in a real gate.
    public typealias Launching =
        @Sendable (GateVariant, [(item: String, slowdown: InjectedSlowdown)]) -> any RunLauncher

    let settings: GateSettings
    let processors: Int
    let launching: Launching

    public init(settings: GateSettings, processors: Int, launching: @escaping Launching) {
        self.settings = settings
        self.processors = processors
        self.launching = launching
    }

    /// Runs the trials in random order, so that changes of the machine affect all plants alike.
    ///
    /// - Parameters:
    ///   - plants: The number of trials of each plant.
    ///   - progress: Called with the current step and the completed fraction.
    ///   - receive: Called with each trial when it is over.
    /// - Throws: As ``GateRunner/run(today:_:)``.
    public func run(
        _ plants: [(plant: Plant, trials: Int)], progress: @escaping @Sendable (String, Double) -> Void,
        receive: (Trial) throws -> Void
    ) async throws {
        let slowsDown = plants.contains { $0.plant.isSlowdown && $0.trials > 0 }
        let slowdowns = slowsDown ? try await slowdowns(progress) : []
        var random = Xoshiro256(seed: settings.seed)
        let order = random.shuffled(plants.flatMap { Array(repeating: $0.plant, count: $0.trials) })
        for (number, plant) in order.enumerated() {
            try Task.checkCancellation()
            var settings = settings
            settings.seed = random.next() >> 11
            settings.tiers = plant == .allocation ? [.counts] : [.cpu]
            let runner = GateRunner(
                base: launching(.base, [("*", .none)]), head: launching(.head, injected(plant, slowdowns)),
                judge: nil,
                settings: settings, processors: processors)
            let report = try await runner.run(
                today: "",
                .init(
                    run: { _ in },
                    progress: { what, part in
                        progress(
                            "trial \(number + 1) of \(order.count) (\(plant)): \(what)",
                            (Double(number) + part) / Double(order.count))
                    }))
            try Task.checkCancellation()
            try receive(Trial(number: number + 1, plant: plant, report: report))
        }
    }

    private func injected(
        _ plant: Plant, _ slowdowns: [(item: String, aStep: Double)]
    ) -> [(item: String, slowdown: InjectedSlowdown)] {
        switch plant {
        case .nothing: [("*", .none)]
        case .slowdown(let part):
            slowdowns.map { ($0.item, .work(steps: Int((part / $0.aStep).rounded()))) }
        case .allocation: [("*", .allocation)]
        }
    }

    /// The first number of steps to try. It slows hardly any queue down clearly.
    private static let fewestSteps = 64
    private static let mostSteps = 1 << 20
    /// A slowdown that is large compared with noise.
    private static let clearSlowdown = 0.4

    /// The relative slowdown by one step of work, for each queue and case.
    ///
    /// It is measured as any difference is, in blocks of both variants. Measuring a step and an operation
    /// separately would compare different states of a machine whose speed varies. At each case it uses the number
    /// of steps that makes a clear difference, and not many more: a step costs a little less among many.
    private func slowdowns(
        _ progress: @escaping @Sendable (String, Double) -> Void
    ) async throws -> [(item: String, aStep: Double)] {
        var settings = settings
        settings.tiers = [.cpu]
        (settings.blocks, settings.interimAnalyses) = (min(30, settings.blocks), 1)
        var steps = Self.fewestSteps
        var slowdowns: [(item: String, aStep: Double)] = []
        while true {
            let known = slowdowns.map { (item: $0.item, slowdown: InjectedSlowdown.none) }
            let runner = GateRunner(
                base: launching(.base, [("*", .none)]),
                head: launching(.head, [("*", .work(steps: steps))] + known),
                judge: nil, settings: settings, processors: processors)
            let report = try await runner.run(
                today: "",
                .init(
                    run: { _ in },
                    progress: { what, _ in progress("measuring the cost of work: \(what)", 0) }))
            try Task.checkCancellation()
            if let failed = report.lines.first(where: { $0.tier == .result && $0.verdict != .passed }) {
                throw GateRefusal(
                    "it can't be calibrated: \(failed.subject) at \(failed.item): \(failed.reason)")
            }
            var isClear = true
            for line in report.lines where line.metric == Metric.processCPUTime.rawValue {
                let item = "\(line.subject) at \(line.item)"
                if slowdowns.contains(where: { $0.item == item }) { continue }
                guard let part = line.effect?.estimate.point else {
                    throw GateRefusal("it can't be calibrated: \(item) has no times")
                }
                if part > Self.clearSlowdown {
                    slowdowns.append((item, part / Double(steps)))
                } else {
                    isClear = false
                }
            }
            if slowdowns.isEmpty, isClear {
                throw GateRefusal("it can't be calibrated: no case has times")
            }
            if isClear { return slowdowns }
            guard steps < Self.mostSteps else {
                throw GateRefusal("\(steps) steps of work slow an operation down by less than 40%")
            }
            steps *= 4
        }
    }
}
