internal import Operations

/// The scenario *empty* with every queue called by a task of the cooperative pool: the same driver for all, even
/// for queues whose users would call from a thread.
public struct PoolScenario: SizedScenario {
    public static let name = "pool"
    public static let summary = "operations that do nothing, with every queue called from a task"

    public let limit: Int
    public let operations: Int

    public init(limit: Int, operations: Int) {
        self.limit = limit
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [PoolScenario] {
        Set([1, processors]).sorted().map { PoolScenario(limit: $0, operations: profile.operations) }
    }

    public func driver<Subject: BenchmarkSubject>(of subject: Subject) -> String { "task" }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let ledger = OperationLedger(count: operations, isExclusive: limit == 1)
        let (operations, mark) = (operations, ledger.mark)
        return await ledger.check(subject, limit: limit) {
            if subject.driver.isScope {
                return await subject.drive(limit: limit, recorder) { queue in
                    subject.add(0..<operations, to: queue, marking: mark)
                }
            }
            let queue = subject.makeQueue(limit: limit)
            await ProducerTask.run {
                await recorder.measure {
                    subject.add(0..<operations, to: queue, marking: mark)
                    await queue.waitUntilAllOperationsAreFinished()
                }
            }
            return queue
        } outcome: {
            .passed(recorder.readings(operations: operations))
        }
    }
}
