private import ChildProcesses
private import FoundationEssentials
internal import QueueExperiments

/// The work of one process of `oplab experiment`.
struct ExperimentRequest: Codable, Sendable {
    let experiment: Int
    let queue: String
    let pace: Pace
}

/// Runs each experiment in a child process, so that a queue that crashes costs only one answer.
struct ExperimentLauncher: Sendable {
    let executable: String

    /// The time that a process may take in addition to its trials.
    private static let margin = Duration.seconds(60)

    /// Runs the trials of an experiment on a queue. If the process ends early, the report of the current trial says
    /// how, and later trials are missing.
    ///
    /// - Throws: `CancellationError`; an error of starting the process.
    func run(_ experiment: Experiment, on queue: String, _ pace: Pace) async throws -> ExperimentReport {
        if experiment.trials.isEmpty { return ExperimentReport(experiment, queue: queue, []) }
        let request = ExperimentRequest(experiment: experiment.number, queue: queue, pace: pace)
        let program = ChildProgram(
            executable,
            ["run-experiment", String(decoding: try JSONEncoder().encode(request), as: UTF8.self)],
            environment: .crashIsAnswer)
        let watchdog = Watchdog(limit: pace.patience + Self.margin, patience: 10)
        let result = try await program.run { child in
            try await child.finishInput()
            var outcomes: [ExperimentReport.Outcome] = []
            while let line = try await child.watched(by: watchdog, { try await child.nextLine() }) {
                outcomes.append(try JSONDecoder().decode(ExperimentReport.Outcome.self, from: Data(line)))
            }
            return outcomes
        }
        var outcomes = result.value
        if outcomes.count < experiment.trials.count { outcomes.append(.ended(Self.conclusion(result.end))) }
        return ExperimentReport(
            experiment, queue: queue, zip(experiment.trials, outcomes).map { .init($0, $1) })
    }

    private static func conclusion(_ end: ChildEnd) -> Conclusion {
        let sentence = "the process ended: \(end)"
        switch end {
        case .signalled where !end.isKilled: return Conclusion(.contradicted, sentence)
        case .signalled, .exited, .overdue, .starved: return Conclusion(.inconclusive, sentence)
        }
    }
}
