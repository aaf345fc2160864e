private import ConcurrencyPrimitives

/// Records what the operations of one run did.
protocol Ledger: AnyObject, Sendable {
    /// What went wrong; nil if nothing did. Called after the queue has reported that it finished.
    ///
    /// - Parameter keepsOrder: Whether the queue starts operations in the order of adding, one at a time
    ///   (``BenchmarkSubject/keepsOrder``).
    func violation(keepsOrder: Bool) -> String?
}

extension Ledger {
    /// Calls `drive`, which runs the operations, checks their effects and the queue's limit, and returns `outcome`
    /// if all is right.
    ///
    /// - Parameter drive: Returns the idle queue; nil if it no longer exists.
    func check<Subject: BenchmarkSubject>(
        _ subject: Subject, limit: Int, drive: () async throws -> Subject.Queue?,
        outcome: () throws -> RunOutcome
    ) async rethrows -> RunOutcome {
        // Operations may hold the bare address of the ledger's words.
        defer { withExtendedLifetime(self) {} }
        let queue = try await drive()
        // Checked twice: an operation that ran late or twice may have done so only during the probe.
        let early = violation(keepsOrder: subject.keepsOrder)
        let excess = await LimitProbe.violation(of: subject, queue, limit: limit)
        guard let failure = RunOutcome.failed([excess, early ?? violation(keepsOrder: subject.keepsOrder)])
        else { return try outcome() }
        // Never freed: a faulty queue may still run an operation that holds the ledger's address.
        ledgersOfWrongQueues.withLock { $0.append(self) }
        return failure
    }
}

private let ledgersOfWrongQueues = Mutex<[any Ledger]>([])
