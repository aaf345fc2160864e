private import ConcurrencyPrimitives

/// Keeps count of what the operations of one run did.
protocol Ledger: AnyObject, Sendable {
    /// What went wrong, asked when the queue has said that it has finished; nil if nothing did.
    func violation() -> String?
}

extension Ledger {
    /// Has `drive` run the operations, looks whether they did what they should and the queue keeps to its limit,
    /// and gives `outcome` if so.
    ///
    /// - Parameter drive: Returns the queue when it is idle; nil if there is none any more.
    func check<Subject: BenchmarkSubject>(
        _ subject: Subject, limit: Int, drive: () async throws -> Subject.Queue?,
        outcome: () throws -> RunOutcome
    ) async rethrows -> RunOutcome {
        // Operations may have the bare address of the ledger's words.
        defer { withExtendedLifetime(self) {} }
        let queue = try await drive()
        // Asked twice: what has not run yet may do so during the probe, and what is run again may only then.
        let early = violation()
        let excess = await LimitProbe.violation(of: subject, queue, limit: limit)
        guard let failure = RunOutcome.failed([excess, early ?? violation()]) else { return try outcome() }
        // For good: a queue that is wrong in one way may also go on to run what it has run, or owes.
        ledgersOfWrongQueues.withLock { $0.append(self) }
        return failure
    }
}

private let ledgersOfWrongQueues = Mutex<[any Ledger]>([])
