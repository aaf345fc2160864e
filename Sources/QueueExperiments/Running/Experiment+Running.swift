internal import Operations
public import QueueConformance

extension Experiment {
    /// Runs the trials one after the other in this process. A queue that crashes ends the process.
    ///
    /// The main thread's part runs on the main dispatch queue, so the program must serve that, for example by
    /// `dispatchMain()`. A trial that needs a capability which the queue doesn't claim is not applicable.
    ///
    /// - Parameters:
    ///   - subject: The queue.
    ///   - pace: How long the operations take.
    ///   - receive: Called with the outcome of each trial when the trial is over.
    /// - Throws: `CancellationError` if the calling task is cancelled; what `receive` throws.
    public func run(
        on subject: any ConformanceSubject, pace: Pace = .standard,
        _ receive: (ExperimentReport.Outcome) throws -> Void = { _ in }
    ) async throws -> ExperimentReport {
        var entries: [ExperimentReport.Entry] = []
        for trial in trials {
            try Task.checkCancellation()
            let outcome = try await Self.outcome(of: trial.plan, on: subject, pace)
            try receive(outcome)
            entries.append(ExperimentReport.Entry(trial, outcome))
        }
        return ExperimentReport(self, queue: subject.name, entries)
    }

    private static func outcome(
        of plan: TrialPlan, on subject: some ConformanceSubject, _ pace: Pace
    ) async throws -> ExperimentReport.Outcome {
        let missing = subject.claims.missing
        for capability in plan.needs {
            if let reason = missing[capability] { return .notApplicable(.init(capability, reason: reason)) }
        }
        return .timeline(try await TrialRun(plan, on: subject, pace).timeline())
    }
}
