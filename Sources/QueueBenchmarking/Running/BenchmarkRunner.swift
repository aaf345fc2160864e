/// Runs queues at scenarios, in an order that the seed decides, and hands on what each run gave.
public struct BenchmarkRunner: Sendable {
    /// A case at which a queue isn't run, and why.
    public struct Skip: Hashable, Codable, Sendable {
        public let queue: String
        public let scenario: String
        public let parameters: ScenarioParameters
        public let reason: String
    }

    public let subjects: [any BenchmarkSubject]
    public let scenarios: [any Scenario]
    public let plan: BenchmarkPlan
    public let skipped: [Skip]
    /// The number of this process among those of the whole measurement.
    public let process: Int
    private let deadline: Deadline

    /// - Parameters:
    ///   - processors: How many the machine has; what has no limit is measured only at that.
    ///   - process: The number of this process among those of the whole measurement.
    ///   - deadlineSeconds: After how long a run counts as one that never ends. The last resort: no run that
    ///     works comes near it.
    public init(
        subjects: [any BenchmarkSubject], scenarios: [any Scenario], profile: BenchmarkProfile, seed: UInt64,
        processors: Int, process: Int = 0, deadlineSeconds: Int = 120
    ) {
        self.subjects = subjects
        self.scenarios = scenarios
        self.process = process
        deadline = Deadline(seconds: deadlineSeconds)
        var skipped: [Skip] = []
        let suited = scenarios.map { scenario in
            subjects.indices.filter { index in
                let subject = subjects[index]
                guard let reason = subject.width.objection(to: scenario.limit, processors: processors) else {
                    return true
                }
                skipped.append(
                    Skip(
                        queue: subject.name, scenario: scenario.name, parameters: scenario.parameters,
                        reason: reason))
                return false
            }
        }
        self.skipped = skipped
        plan = BenchmarkPlan(
            subjects: suited, rounds: profile.rounds, warmUps: profile.warmUps, seed: seed)
    }

    /// Runs everything, warm-ups first.
    ///
    /// - Parameters:
    ///   - willRun: Told before each run, with its number from 0.
    ///   - receive: Given each run as soon as it is over; keep what is in it at once.
    /// - Throws: What `receive` or a scenario throws; `CancellationError`, at once, when the calling task is
    ///   cancelled, and the process should then end, since a run may still be going on; ``UnfinishedRun``, after `receive` was given it, when a
    ///   queue has lost track of its operations and the process is of no more use.
    public func run(
        willRun: (_ index: Int, _ queue: String, _ scenario: String) -> Void = { _, _, _ in },
        _ receive: (BenchmarkRun) throws -> Void
    ) async throws {
        for (index, planned) in (plan.warmUps + plan.runs).enumerated() {
            let subject = subjects[planned.subject]
            let scenario = scenarios[planned.scenario]
            willRun(index, subject.name, scenario.name)
            try Task.checkCancellation()
            let outcome = try await deadline.limit { try await scenario.run(subject, seed: planned.seed) }
            let run = BenchmarkRun(
                queue: subject.name, scenario: scenario.name, parameters: scenario.parameters,
                driver: scenario.driver(of: subject), process: process, place: planned.place,
                seed: planned.seed, outcome: outcome ?? .failed(reason: deadline.sentence))
            try receive(run)
            if outcome == nil {
                throw UnfinishedRun(
                    queue: subject.name, scenario: scenario.name, reason: deadline.sentence)
            }
        }
    }
}

/// A run did not end, so nothing that the process measures from now on would be worth anything.
public struct UnfinishedRun: Error, CustomStringConvertible {
    public let queue: String
    public let scenario: String
    public let reason: String

    public var description: String { "\(queue) at \(scenario): \(reason)" }
}
