private import ConcurrencyPrimitives
private import Operations
internal import QueueConformance
internal import QueueExploration
internal import Reporting
internal import ScheduleExploration

/// One run of `oplab explore`: every rule on every queue, in processes that divide the schedules among themselves.
struct ExplorationSession: Sendable {
    let launcher: ExplorationLauncher
    let strategy: ExplorationStrategy
    let schedules: Int
    let seconds: Double?
    let seed: UInt64
    let replay: ReplayToken?
    let jobs: Int
    /// The part of the schedules to run; nil for all.
    var part: Shard?
    let isQuiet: Bool

    /// A process costs more than fewer schedules.
    private static let worthAProcess = 500

    /// The scenarios with a finding, and the number of the first schedule that failed.
    private final class Failed: Sendable {
        private let first = Mutex<[Int: Int]>([:])

        func insert(_ scenario: Int, _ schedule: Int) {
            first.withLock { $0[scenario] = min(schedule, $0[scenario] ?? .max) }
        }

        /// Whether a process is beyond it.
        func isPassed(_ scenario: Int, by schedule: Int) -> Bool {
            first.withLock { $0[scenario].map { schedule > $0 } ?? false }
        }
    }

    /// Whether the schedules of a scenario can be divided: an exhaustive search can't.
    private var isDivisible: Bool { replay == nil && strategy.isSeeded }

    /// The number of processes that divide the schedules of a scenario, or of this part of it.
    private var processes: Int {
        isDivisible ? max(1, min(jobs, schedules / (part?.count ?? 1) / Self.worthAProcess)) : 1
    }

    /// Explores, and returns the outcome of each process of each scenario. Those that an interruption kept from starting have
    /// none, and neither has a scenario that another part runs.
    ///
    /// - Parameter known: The scenarios that are known to fail, which aren't explored.
    func run(_ scenarios: [ExploredScenario], but known: Set<Int> = []) async throws -> [[ShardOutcome]] {
        let own = scenarios.indices.filter {
            !known.contains($0) && (isDivisible || part?.contains($0) ?? true)
        }
        let units = own.flatMap { scenario in (0..<processes).map { (scenario, $0) } }
        let progress = ExplorationProgress(units.count, isQuiet: isQuiet)
        defer { progress.end() }
        // Detached, because an interruption must not cancel it: each process ends early with its results so far.
        return try await Task.detached { try await outcomes(of: units, scenarios, progress) }.value
    }

    private func outcomes(
        of units: [(scenario: Int, process: Int)], _ scenarios: [ExploredScenario],
        _ progress: ExplorationProgress
    ) async throws -> [[ShardOutcome]] {
        // After a finding, the other processes of its scenario go on until they are beyond it: the first schedule that
        // fails doesn't depend on which process was quick.
        let failed = Failed()
        return try await withThrowingTaskGroup(of: (Int, Int, ShardOutcome).self) { group in
            var outcomes = [[(process: Int, outcome: ShardOutcome)]](repeating: [], count: scenarios.count)
            for (number, (scenario, process)) in units.enumerated() {
                if number >= jobs, let (finished, process, outcome) = try await group.next() {
                    outcomes[finished].append((process, outcome))
                }
                if Interruption.shared.isRequested { break }
                let request = request(
                    scenarios[scenario], process, of: units.count, "\(number)", replay: replay)
                group.addTask {
                    let isToEnd = { @Sendable (report: ExplorationReport?) in
                        let reached = report.map { request.shard + $0.schedules * request.shards } ?? .max
                        return Interruption.shared.isRequested || failed.isPassed(scenario, by: reached)
                    }
                    let outcome = try await launcher.run(request, isToEnd: isToEnd) {
                        progress.show(number, $0, request)
                    }
                    if let schedule = outcome.firstFailure { failed.insert(scenario, schedule) }
                    progress.end(number, outcome, request)
                    return (scenario, process, outcome)
                }
            }
            for try await (finished, process, outcome) in group {
                outcomes[finished].append((process, outcome))
            }
            let sorted = outcomes.map { $0.sorted { $0.process < $1.process }.map(\.outcome) }
            var simplified: [[ShardOutcome]] = []
            for (scenario, outcomes) in zip(scenarios, sorted) {
                simplified.append(try await self.simplified(outcomes, scenario))
            }
            return simplified
        }
    }

    /// Runs the schedule of a token.
    func outcome(of token: ReplayToken, _ scenario: ExploredScenario) async throws -> ShardOutcome {
        try await Task.detached { try await replayed(token, scenario, "token") }.value
    }

    /// - Parameter file: What tells apart those that run at one time.
    private func replayed(
        _ token: ReplayToken, _ scenario: ExploredScenario, _ file: String
    ) async throws -> ShardOutcome {
        var whole = self
        whole.part = nil
        let request = whole.request(
            scenario, 0, of: 1, "\(file)-\(UInt(bitPattern: token.hashValue))", replay: token)
        return try await launcher.run(
            request, isToEnd: { _ in Interruption.shared.isRequested }, progress: { _ in })
    }

    /// The same, where the crash that is shown has its steps, and few preemptions. One that was replayed has them.
    private func simplified(
        _ outcomes: [ShardOutcome], _ scenario: ExploredScenario
    ) async throws -> [ShardOutcome] {
        guard replay == nil, let index = scenario.rule.first(outcomes, queue: scenario.queue),
            case .report(var report) = outcomes[index],
            let failure = report.failure, failure.kind == .crash
        else { return outcomes }
        let reduction = CrashReduction { token in
            if Interruption.shared.isRequested { return .undecided("interrupted") }
            // What was found isn't lost because another process can't be started.
            do {
                return switch try await replayed(token, scenario, "crash") {
                case .report(let report) where report.hasPassed: .didNotCrash
                case .report(let report): report.failure.map { .crashed($0) } ?? .undecided("\(report)")
                case .ended(_, let reason, _), .lost(let reason): .undecided(reason)
                case .stopped: .undecided("interrupted")
                }
            } catch {
                return .undecided("\(error)")
            }
        }
        report.outcome = .failed(try await reduction.simplest(failure))
        var outcomes = outcomes
        outcomes[index] = .report(report)
        return outcomes
    }

    private func request(
        _ scenario: ExploredScenario, _ process: Int, of units: Int, _ file: String, replay: ReplayToken?
    ) -> ExplorationRequest {
        // The schedules of this part, of which each process runs every so manyth.
        let part = isDivisible ? part ?? .whole : .whole
        // Parts that run on one machine, a process each, would be on one processor by chance. Several scenarios at a time are
        // not told apart, so the system chooses for them.
        let isAlone = replay == nil && (processes > 1 || self.part != nil && jobs == 1)
        return ExplorationRequest(
            rule: scenario.rule.id, queue: scenario.queue, strategy: "\(strategy)", schedules: schedules,
            seconds: seconds.map { $0 * Double(min(jobs, units)) / Double(units) }, seed: seed,
            replay: replay, shard: part.number - 1 + part.count * process, shards: part.count * processes,
            processor: isAlone ? part.number - 1 + process : nil,
            keepsTraces: self.part != nil || processes > 1, tokenFile: "\(launcher.folder)/\(file)")
    }
}
