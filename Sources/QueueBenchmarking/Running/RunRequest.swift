/// Asks a measuring process for one run, or whether it can be made.
public struct RunRequest: Hashable, Codable, Sendable {
    public let subject: SubjectID
    public let benchmarkCase: BenchmarkCase
    public let purpose: RunPurpose
    public let seed: UInt64
    /// Whether nothing is to be run: the reply says whether the queue can be measured at the case (``RunReply/fit``). Only a
    /// worker with ``WorkerHandshake/plans`` knows it; nil means no.
    let onlyAsks: Bool?

    /// The keys that workers of earlier builds read.
    private enum CodingKeys: String, CodingKey {
        case subject = "arm"
        case benchmarkCase = "measured"
        case purpose, seed, onlyAsks
    }

    public init(subject: SubjectID, benchmarkCase: BenchmarkCase, purpose: RunPurpose, seed: UInt64) {
        self.subject = subject
        self.benchmarkCase = benchmarkCase
        self.purpose = purpose
        self.seed = seed
        onlyAsks = nil
    }

    /// Asks whether a queue can be measured at a case.
    init(asking subject: SubjectID, _ benchmarkCase: BenchmarkCase) {
        self.subject = subject
        self.benchmarkCase = benchmarkCase
        purpose = .time
        seed = 0
        onlyAsks = true
    }

    /// Writes the former name of a scenario, if it has one: workers of earlier builds know only that, and present
    /// ones know both.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(subject, forKey: .subject)
        var nested = values.nestedContainer(keyedBy: BenchmarkCase.CodingKeys.self, forKey: .benchmarkCase)
        let name = benchmarkCase.scenario
        try nested.encode(Scenarios.named(name)?.formerName ?? name, forKey: .scenario)
        try nested.encode(benchmarkCase.parameters, forKey: .parameters)
        try values.encode(purpose, forKey: .purpose)
        try values.encode(seed, forKey: .seed)
        try values.encodeIfPresent(onlyAsks, forKey: .onlyAsks)
    }
}

/// The answer to a ``RunRequest``.
public struct RunReply: Codable, Sendable {
    public let outcome: RunOutcome
    public let conditions: RunConditions
    /// The run hung: the process can't be used any more, and ends.
    public let isLost: Bool
    /// An error of the harness itself; nil if there was none.
    public let error: String?
    /// Why the queue isn't run at the case; nil if it was.
    public let skipReason: String?
    /// Whether the worker doesn't know the scenario or its parameters; nil means no. Workers of earlier builds
    /// answer with an error instead.
    public let isUnknownCase: Bool?
    /// What a traced run has shown; nil for a run of another purpose, or if the scenario has no part that it measures as a whole.
    public let trace: TraceSummary?
    /// Whether the queue can be measured at the case, if only that was asked.
    let fit: QueueFit?

    private enum CodingKeys: String, CodingKey {
        case outcome, conditions, isLost, error, isUnknownCase, trace, fit
        /// A former name, which workers of earlier builds write.
        case skipReason = "objection"
    }

    public init(
        outcome: RunOutcome, conditions: RunConditions, isLost: Bool = false, error: String? = nil,
        skipReason: String? = nil, isUnknownCase: Bool? = nil, trace: TraceSummary? = nil
    ) {
        fit = nil
        self.outcome = outcome
        self.conditions = conditions
        self.isLost = isLost
        self.error = error
        self.skipReason = skipReason
        self.isUnknownCase = isUnknownCase
        self.trace = trace
    }

    /// No run was made, because only this was asked.
    init(_ fit: QueueFit) {
        outcome = .failed(reason: "nothing was to be run")
        conditions = .unknown
        isLost = false
        (error, skipReason, isUnknownCase, trace) = (nil, nil, nil, nil)
        self.fit = fit
    }

    /// No run was made, because the queue can't be run at the case.
    static func skipReason(_ reason: String) -> RunReply {
        RunReply(outcome: .failed(reason: reason), conditions: .unknown, skipReason: reason)
    }

    /// No run was made, because the worker doesn't know the scenario.
    static var unknownCase: RunReply {
        let reason = "this build doesn't know the scenario, or not with these parameters"
        return RunReply(
            outcome: .failed(reason: reason), conditions: .unknown, skipReason: reason, isUnknownCase: true)
    }

    /// No run was made, because of an error that isn't the queue's.
    public static func failure(_ error: any Error) -> RunReply {
        RunReply(outcome: .failed(reason: "\(error)"), conditions: .unknown, isLost: true, error: "\(error)")
    }
}
