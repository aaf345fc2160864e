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
    let isQuiet: Bool

    /// A process costs more than fewer schedules.
    private static let worthAProcess = 500

    /// The scenarios with a finding.
    private final class Failed: Sendable {
        private let scenarios = Mutex<Set<Int>>([])
        func insert(_ scenario: Int) { scenarios.withLock { _ = $0.insert(scenario) } }
        func contains(_ scenario: Int) -> Bool { scenarios.withLock { $0.contains(scenario) } }
    }

    /// One rule on one queue.
    private struct Scenario: Sendable {
        let rule: ExploredRule
        let queue: String
    }

    /// The number of processes that divide the schedules of a scenario. An exhaustive search can't be divided.
    private var shards: Int {
        if replay != nil || !strategy.isSeeded { return 1 }
        return max(1, min(jobs, schedules / Self.worthAProcess))
    }

    func run(_ rules: [ExploredRule], _ subjects: [any ExplorableSubject]) async throws -> ExplorationTable {
        var table = ExplorationTable()
        var scenarios: [Scenario] = []
        for subject in subjects {
            let capabilities = subject.claims
            for rule in rules {
                if let missing = rule.needs.first(where: { !capabilities.contains($0) }) {
                    table.addNotApplicable(rule, subject.name, missing)
                } else {
                    scenarios.append(Scenario(rule: rule, queue: subject.name))
                }
            }
        }
        let all = scenarios
        let progress = ExplorationProgress(all.count * shards, isQuiet: isQuiet)
        // Detached, because an interruption must not cancel it: each process ends early with its results so far.
        let outcomes = try await Task.detached { try await self.outcomes(all, progress) }.value
        progress.end()
        for (scenario, outcomes) in zip(all, outcomes) where !outcomes.isEmpty {
            table.add(scenario.rule, scenario.queue, outcomes, isReplay: replay != nil)
        }
        return table
    }

    /// The outcome of each shard of each scenario. Shards that an interruption kept from starting have none.
    private func outcomes(
        _ scenarios: [Scenario], _ progress: ExplorationProgress
    ) async throws -> [[ShardOutcome]] {
        // After a finding, the other processes of its scenario stop.
        let failed = Failed()
        let units = scenarios.indices.flatMap { scenario in (0..<shards).map { (scenario, $0) } }
        return try await withThrowingTaskGroup(of: (Int, ShardOutcome).self) { group in
            var outcomes = [[ShardOutcome]](repeating: [], count: scenarios.count)
            for (number, (scenario, shard)) in units.enumerated() {
                if number >= jobs, let (finished, outcome) = try await group.next() {
                    outcomes[finished].append(outcome)
                }
                if Interruption.shared.isRequested { break }
                let request = request(scenarios[scenario], shard, of: units.count, number)
                group.addTask {
                    let isToEnd = { @Sendable in Interruption.shared.isRequested || failed.contains(scenario)
                    }
                    let outcome = try await launcher.run(request, isToEnd: isToEnd) {
                        progress.show(number, $0, request)
                    }
                    if outcome.isFinding { failed.insert(scenario) }
                    progress.end(number, outcome, request)
                    return (scenario, outcome)
                }
            }
            for try await (finished, outcome) in group { outcomes[finished].append(outcome) }
            return outcomes
        }
    }

    private func request(_ scenario: Scenario, _ shard: Int, of units: Int, _ number: Int)
        -> ExplorationRequest
    {
        ExplorationRequest(
            rule: scenario.rule.id, queue: scenario.queue, strategy: "\(strategy)", schedules: schedules,
            seconds: seconds.map { $0 * Double(min(jobs, units)) / Double(units) }, seed: seed,
            replay: replay,
            shard: shard, shards: shards, tokenFile: "\(launcher.folder)/\(number)")
    }
}
