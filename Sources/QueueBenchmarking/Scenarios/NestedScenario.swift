internal import Operations

/// Operations that each add the next from inside: the queue's own workers are the producers.
///
/// There are as many chains as operations may run at once. Each operation adds its successor before it ends, so the
/// queue has finished only after the last of each chain.
public struct NestedScenario: SizedScenario {
    public static let name = "nested"
    public static let summary = "operations that add the next from inside"

    public let limit: Int
    public let operations: Int

    public init(limit: Int, operations: Int) {
        self.limit = limit
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [NestedScenario] {
        [NestedScenario(limit: processors, operations: profile.operations)]
    }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        if subject.driver.isScope { return "only the code in its scope may add to it" }
        return subject.runsInCall ? "each operation would run inside the one that adds it, ever deeper" : nil
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let ledger = OperationLedger(count: operations, isExclusive: limit == 1)
        let (operations, lines, mark) = (operations, limit, ledger.mark)
        return await ledger.check(subject, limit: limit) {
            await subject.drive(limit: limit, recorder) { queue in
                for line in 0..<min(lines, operations) {
                    NestedScenario.add(line, to: queue, step: lines, below: operations, mark)
                }
            }
        } outcome: {
            .passed(recorder.readings(operations: operations))
        }
    }

    private static func add<Queue: BasicOperationQueue>(
        _ index: Int, to queue: Queue, step: Int, below count: Int, _ mark: OperationMark
    ) {
        queue.addOperation {
            if index + step < count { add(index + step, to: queue, step: step, below: count, mark) }
            mark.run(index)
        }
    }
}
