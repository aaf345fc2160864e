/// What a measuring process is asked to do: one run.
public struct RunRequest: Hashable, Codable, Sendable {
    public let subject: SubjectID
    public let benchmarkCase: BenchmarkCase
    public let purpose: RunPurpose
    public let seed: UInt64

    /// As workers of earlier builds read them.
    private enum CodingKeys: String, CodingKey {
        case subject = "arm"
        case benchmarkCase = "measured"
        case purpose, seed
    }

    public init(subject: SubjectID, benchmarkCase: BenchmarkCase, purpose: RunPurpose, seed: UInt64) {
        self.subject = subject
        self.benchmarkCase = benchmarkCase
        self.purpose = purpose
        self.seed = seed
    }

    /// A worker of an earlier build knows a scenario by its former name alone, and one of today by both.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(subject, forKey: .subject)
        var nested = values.nestedContainer(keyedBy: BenchmarkCase.CodingKeys.self, forKey: .benchmarkCase)
        let name = benchmarkCase.scenario
        try nested.encode(Scenarios.named(name)?.formerName ?? name, forKey: .scenario)
        try nested.encode(benchmarkCase.parameters, forKey: .parameters)
        try values.encode(purpose, forKey: .purpose)
        try values.encode(seed, forKey: .seed)
    }
}

/// What it answers.
public struct RunReply: Codable, Sendable {
    public let outcome: RunOutcome
    public let conditions: RunConditions
    /// The run never ended: the process is of no more use, and ends.
    public let isLost: Bool
    /// What kept the harness itself from making the run; nil if nothing did.
    public let error: String?
    /// Why the queue isn't run at the case; nil if it was.
    public let skipReason: String?
    /// Whether the reason is that the worker has no such scenario, or none with such parameters; nil for no. Workers of
    /// earlier builds answer with an error instead.
    public let isUnknownCase: Bool?

    private enum CodingKeys: String, CodingKey {
        case outcome, conditions, isLost, error, isUnknownCase
        /// Its first name, which workers of earlier builds write.
        case skipReason = "objection"
    }

    public init(
        outcome: RunOutcome, conditions: RunConditions, isLost: Bool = false, error: String? = nil,
        skipReason: String? = nil, isUnknownCase: Bool? = nil
    ) {
        self.outcome = outcome
        self.conditions = conditions
        self.isLost = isLost
        self.error = error
        self.skipReason = skipReason
        self.isUnknownCase = isUnknownCase
    }

    /// No run was made, for the queue can't be run at the case.
    static func skipReason(_ reason: String) -> RunReply {
        RunReply(outcome: .failed(reason: reason), conditions: .unknown, skipReason: reason)
    }

    /// No run was made, for the worker doesn't know the scenario.
    static var unknownCase: RunReply {
        let reason = "this build doesn't know the scenario, or not with these parameters"
        return RunReply(
            outcome: .failed(reason: reason), conditions: .unknown, skipReason: reason, isUnknownCase: true)
    }

    /// No run was made, and no queue is to blame for it.
    public static func failure(_ error: any Error) -> RunReply {
        RunReply(outcome: .failed(reason: "\(error)"), conditions: .unknown, isLost: true, error: "\(error)")
    }
}
