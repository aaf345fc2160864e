private import ConcurrencyPrimitives

/// Runs queues at scenarios in the order of a plan, and reports each run.
public struct BenchmarkRunner: Sendable {
    /// A case at which a queue isn't run, and why.
    public struct Skip: Hashable, Codable, Sendable {
        public let subject: SubjectID
        public let benchmarkCase: BenchmarkCase
        public let reason: String

        /// The keys of manifest.json.
        private enum CodingKeys: String, CodingKey {
            case subject = "arm"
            case benchmarkCase = "measured"
            case reason
        }
    }

    public let subjects: [SubjectID]
    public let scenarios: [any Scenario]
    public let plan: BenchmarkPlan
    public let skipped: [Skip]
    /// The drivers of the queues at each scenario; nil where a queue isn't run.
    private let drivers: [[String?]]
    private let warmUps: Int

    /// - Parameters:
    ///   - subjects: The queues to measure, of this program.
    ///   - scenarios: What to measure them at.
    ///   - profile: How much to measure.
    ///   - seed: Determines the order of the runs.
    ///   - processors: The number of processors, and the limit at which queues without a limit are measured.
    public init(
        subjects: [any BenchmarkSubject], scenarios: [any Scenario], profile: BenchmarkProfile, seed: UInt64,
        processors: Int
    ) {
        self.init(
            subjects: subjects.map { $0.id }, scenarios: scenarios,
            fits: scenarios.map { scenario in
                subjects.map { QueueFit(of: $0, at: scenario, processors: processors) }
            },
            profile: profile, seed: seed)
    }

    /// - Parameters:
    ///   - subjects: The queues to measure, of any program.
    ///   - scenarios: What to measure them at.
    ///   - fits: For each scenario, which of the queues can be measured at it (``RunLauncher/fits(of:at:)``).
    ///   - profile: How much to measure.
    ///   - seed: Determines the order of the runs.
    public init(
        subjects: [SubjectID], scenarios: [any Scenario], fits: [[QueueFit]], profile: BenchmarkProfile,
        seed: UInt64
    ) {
        precondition(
            fits.count == scenarios.count && fits.allSatisfy { $0.count == subjects.count },
            "it isn't known of each queue whether it fits each case")
        self.subjects = subjects
        self.scenarios = scenarios
        warmUps = profile.warmUps
        drivers = fits.map { $0.map(\.driver) }
        skipped = zip(scenarios, fits).flatMap { scenario, fits in
            zip(subjects, fits).compactMap { subject, fit in
                fit.skipReason.map {
                    Skip(subject: subject, benchmarkCase: BenchmarkCase(scenario), reason: $0)
                }
            }
        }
        let cases = zip(scenarios, fits).map { scenario, fits in
            BenchmarkPlan.Case(
                subjects: fits.indices.filter { fits[$0].driver != nil },
                rounds: type(of: scenario).rounds(profile),
                memoryRounds: scenario.hasMemory ? profile.memoryRounds : 0)
        }
        plan = BenchmarkPlan(cases, seed: seed)
    }

    /// Runs everything, each block in its own process.
    ///
    /// A run whose process crashes or hangs has failed its check; the rest of its block continues in another
    /// process, without that queue.
    ///
    /// - Parameters:
    ///   - launcher: Starts the processes.
    ///   - scenarios: The names of the scenarios to run; nil for all.
    ///   - receive: Called with each run when it is over, including warm-ups, which have no place. Store the run at
    ///     once.
    /// - Throws: What `receive` or a scenario throws; `CancellationError` when the calling task is cancelled.
    public func run(
        in launcher: some RunLauncher, only scenarios: Set<String>? = nil,
        _ receive: (BenchmarkRun) throws -> Void
    ) async throws {
        for block in blocks(of: scenarios) {
            var state = BlockState(block)
            while !state.isDone {
                try Task.checkCancellation()
                let end = try await launcher.withProcess(block.purpose) { connection in
                    try await go(on: &state, connection, receive)
                }
                if let request = state.unanswered {
                    state.unanswered = nil
                    let reason = "the process ended: \(end ?? "for an unknown reason")"
                    let reply = RunReply(outcome: .failed(reason: reason), conditions: .unknown)
                    try receive(run(block, request, reply))
                } else if let end, state.isDone, let last = state.answered {
                    let all = block.subjects.map { "\(subjects[$0])" }.joined(separator: ", ")
                    let reason = "the process, which has run \(all), ended after its last answer: \(end)"
                    let reply = RunReply(outcome: .failed(reason: reason), conditions: .unknown)
                    try receive(run(block, (last.subject, last.seed, nil), reply))
                }
                state.skipLost()
            }
        }
    }

    /// The number of runs at these scenarios, without warm-ups; nil for all.
    public func runCount(of scenarios: Set<String>? = nil) -> Int {
        blocks(of: scenarios).reduce(0) { $0 + $1.runs.count }
    }

    private func blocks(of scenarios: Set<String>?) -> [BenchmarkPlan.Block] {
        guard let scenarios else { return plan.blocks }
        return plan.blocks.filter {
            scenarios.contains(BenchmarkCase(self.scenarios[$0.scenario]).scenario)
        }
    }

    /// The progress of a block.
    private struct BlockState {
        let block: BenchmarkPlan.Block
        var next = 0
        /// Queues that don't run any more in this block.
        var lost: Set<Int> = []
        /// The request that a process had not answered when it ended.
        var unanswered: (subject: Int, seed: UInt64, place: RunPlace?)?
        /// The last request that was answered; nil if that answer was that the process is lost.
        var answered: (subject: Int, seed: UInt64, place: RunPlace?)?
        var isDone: Bool { next == block.runs.count }

        init(_ block: BenchmarkPlan.Block) { self.block = block }

        /// Moves to the next run of a queue that isn't lost, so that no process is started in vain.
        mutating func skipLost() {
            while !isDone, lost.contains(block.runs[next].subject) { next += 1 }
        }
    }

    /// Continues a block until it is done or its process must be replaced.
    private func go(
        on state: inout BlockState, _ connection: any RunConnection, _ receive: (BenchmarkRun) throws -> Void
    ) async throws {
        var warm: [Int: WarmUp] = [:]
        for subject in state.block.subjects where !state.lost.contains(subject) {
            var warmUp = WarmUp(most: warmUps)
            while warmUp.goesOn {
                let start = MonotonicClock.now
                let asked = (subject: subject, seed: state.block.runs[0].seed, place: RunPlace?.none)
                guard let made = try await run(&state, asked, connection) else { return }
                try receive(made)
                if state.lost.contains(subject) { return }
                if made.failure != nil { break }
                warmUp.add(
                    made.outcome.value(.processCPUTime), duration: Double(MonotonicClock.now - start))
            }
            warm[subject] = warmUp
        }
        while !state.isDone {
            let planned = state.block.runs[state.next]
            state.next += 1
            if state.lost.contains(planned.subject) { continue }
            let asked = (subject: planned.subject, seed: planned.seed, place: Optional(planned.place))
            guard var made = try await run(&state, asked, connection) else { return }
            made.warmUp = warm.removeValue(forKey: planned.subject).map {
                .init(runs: $0.runs, isSettled: $0.isSettled)
            }
            try receive(made)
            if state.lost.contains(planned.subject) { return }
        }
    }

    /// Requests one run. Nil if the process ended; then, and if the run hangs, the queue is lost.
    private func run(
        _ state: inout BlockState, _ asked: (subject: Int, seed: UInt64, place: RunPlace?),
        _ connection: any RunConnection
    ) async throws -> BenchmarkRun? {
        let block = state.block
        let request = RunRequest(
            subject: subjects[asked.subject], benchmarkCase: BenchmarkCase(scenarios[block.scenario]),
            purpose: block.purpose, seed: asked.seed)
        let reply = try await connection.run(request)
        if let error = reply?.error { throw RunError(request: request, reason: error) }
        state.answered = asked
        if reply?.isLost ?? true {
            state.lost.insert(asked.subject)
            state.answered = nil
        }
        guard let reply else {
            state.unanswered = asked
            return nil
        }
        return run(block, asked, reply)
    }

    private func run(
        _ block: BenchmarkPlan.Block, _ asked: (subject: Int, seed: UInt64, place: RunPlace?),
        _ reply: RunReply
    ) -> BenchmarkRun {
        BenchmarkRun(
            subject: subjects[asked.subject], benchmarkCase: BenchmarkCase(scenarios[block.scenario]),
            driver: drivers[block.scenario][asked.subject] ?? "", process: block.process,
            purpose: block.purpose, place: asked.place, seed: asked.seed, outcome: reply.outcome,
            conditions: reply.conditions)
    }
}

/// An error of the harness itself, not of the queue.
public struct RunError: Error, CustomStringConvertible {
    public let request: RunRequest
    public let reason: String
    public var description: String {
        "\(request.subject) at \(request.benchmarkCase) could not be run: \(reason)"
    }
}
