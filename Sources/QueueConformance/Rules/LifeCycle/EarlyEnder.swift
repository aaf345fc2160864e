private import ConcurrencyPrimitives
internal import Operations

/// An operation with a replaced `start` that a check has announce its end before any queue has started it, and that
/// it can let go of.
///
/// What announces comes with a call of `start`. So the check makes that call, once and before a queue has the
/// operation; it has no other effect.
final class EarlyEnder<Operation: OperationProtocol>: Sendable {
    let label: String
    private let gate: OperationGate
    private let operation: Mutex<Operation?>
    /// How often the work was begun.
    private let runs = RelaxedCounter()

    init<Subject: ConformanceSubject>(_ label: String, of subject: Subject)
    where Subject.Queue.Operation == Operation {
        self.label = label
        let (gate, runs) = (OperationGate(label: label), runs)
        let operation = subject.makeStartOverride { operation, control in
            guard gate.began.isOpen else {
                gate.keep(control)
                return gate.began.open()
            }
            // As the `start` that it replaces: on a finished operation it does nothing (rule 1.8).
            if operation.isFinished { return }
            control.announceExecuting()
            runs.increment()
            control.announceFinished()
        }
        operation.start()
        self.gate = gate
        self.operation = Mutex(operation)
    }

    var hasRun: Bool { runs.value > 0 }

    /// Calls `body` with the operation, unless it was let go.
    func with(_ body: (Operation) -> Void) {
        if let operation = operation.withLock({ $0 }) { body(operation) }
    }

    func announceFinished() { gate.takeControl()?.announceFinished() }

    /// From now on only the queue may hold the operation, if it does.
    func letGo() {
        let last = operation.withLock { operation in
            defer { operation = nil }
            return operation
        }
        withExtendedLifetime(last) {}
    }
}
