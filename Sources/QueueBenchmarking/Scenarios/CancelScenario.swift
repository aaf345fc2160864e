private import ConcurrencyPrimitives
public import Operations

/// Waiting operations that are cancelled one by one: none may run, and all must finish.
public struct CancelScenario: SizedScenario {
    public static let name = "cancel"
    public static let summary =
        "waiting operations that are all cancelled, and must finish without running"

    public let limit: Int
    public let operations: Int

    public init(limit: Int, operations: Int) {
        self.limit = limit
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [CancelScenario] {
        [CancelScenario(limit: processors, operations: profile.graphOperations)]
    }

    public var needs: Set<QueueCapability> { [.suspension, .cancellation] }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let ledger = CancellationLedger<Subject.Queue.Operation>()
        let count = operations
        return await ledger.check(subject, limit: limit) {
            await subject.drive(limit: limit, recorder) { queue in
                queue.suspendable.setSuspended(true)
                var operations: [Subject.Queue.Operation] = []
                operations.reserveCapacity(count)
                for _ in 0..<count {
                    let operation = subject.makeOperation { ledger.ran.adding(1) }
                    operations.append(operation)
                    queue.addOperation(operation)
                }
                for operation in operations { operation.cancel() }
                queue.suspendable.setSuspended(false)
                ledger.operations.withLock { $0 = operations }
            }
        } outcome: {
            .passed(recorder.readings(operations: count))
        }
    }
}

/// Checks operations that were all cancelled.
private final class CancellationLedger<Operation: OperationProtocol>: Ledger {
    let ran = Atomic<Int>(0)
    let operations = Mutex<[Operation]>([])

    func violation(keepsOrder: Bool) -> String? {
        let ran = ran.load()
        // Removed, because their closures refer to this ledger: a reference cycle.
        let operations = operations.withLock { operations in
            defer { operations = [] }
            return operations
        }
        let unfinished = operations.count { !$0.isFinished }
        var problems: [String] = []
        if ran > 0 { problems.append("\(ran) operations ran that had been cancelled before") }
        if unfinished > 0 {
            problems.append("\(unfinished) of \(operations.count) operations had not finished")
        }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }
}
