public import Operations

/// Operations that are added while the queue is suspended, which is then resumed: how a queue handles a backlog,
/// and what a waiting operation holds.
public struct SuspendScenario: SizedScenario {
    public static let name = "suspend"
    public static let summary = "operations added to a suspended queue, which is then resumed"

    public let limit: Int
    public let operations: Int

    public init(limit: Int, operations: Int) {
        self.limit = limit
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [SuspendScenario] {
        Set([1, processors]).sorted().map { SuspendScenario(limit: $0, operations: profile.operations) }
    }

    public var needs: Set<QueueCapability> { [.suspension] }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let ledger = OperationLedger(count: operations, isExclusive: limit == 1)
        let (operations, mark) = (operations, ledger.mark)
        return await ledger.check(subject, limit: limit) {
            await subject.drive(limit: limit, recorder) { queue in
                queue.suspendable.setSuspended(true)
                recorder.takeLiveBytes(of: operations) {
                    subject.add(0..<operations, to: queue, marking: mark)
                }
                ledger.checkNoneRan()
                queue.suspendable.setSuspended(false)
            }
        } outcome: {
            .passed(recorder.readings(operations: operations))
        }
    }
}
