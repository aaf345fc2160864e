internal import Operations

/// Operations that do nothing, added one by one by one producer, which then waits for all of them: what the
/// queue itself costs.
///
/// "Nothing" is one increment of a word of the operation's own, so that the run can be checked (see
/// `OperationLedger`); the inline queue's row shows what that costs. It needs no closure on the heap, as a queue
/// does that keeps one: that is part of what the queue costs.
public struct EmptyScenario: Scenario {
    public static let name = "empty"
    public static let summary = "operations that do nothing, from one producer: what the queue itself costs"

    public let limit: Int
    public let operations: Int

    public init(limit: Int, operations: Int) {
        self.limit = limit
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [EmptyScenario] {
        Set([1, processors]).sorted().map { EmptyScenario(limit: $0, operations: profile.emptyOperations) }
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "operations": operations])
    }

    public func run<Subject: BenchmarkSubject>(_ subject: Subject, seed: UInt64) async throws -> RunOutcome {
        let queue = subject.makeQueue(limit: limit)
        let ledger = OperationLedger(count: operations, isExclusive: limit == 1)
        // The mark is a bare address: the ledger has to live for as long as the queue may write to it.
        defer { withExtendedLifetime(ledger) {} }
        let (operations, mark) = (operations, ledger.mark)
        let usage = await subject.drive(queue) { subject.add(operations, to: queue, marking: mark) }
        let threads = ThreadCount.now
        // Asked twice: what has not run yet may do so during the probe, and what is run again may only then.
        let early = ledger.violation()
        let excess = await LimitProbe.violation(of: subject, queue, limit: limit)
        let problems = [excess, early ?? ledger.violation()].compactMap(\.self)
        if !problems.isEmpty {
            ledger.keep()
            return .failed(reason: problems.joined(separator: "; "))
        }
        var readings = usage.readings(operations: operations)
        readings.append(Reading(.threads, threads.map { Double($0) }))
        return .passed(readings, latency: nil)
    }
}
