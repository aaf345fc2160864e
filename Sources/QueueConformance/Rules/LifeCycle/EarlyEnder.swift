private import ConcurrencyPrimitives
internal import Operations

/// An operation with a replaced `start` that a check has announce its end before any queue has started it, and that
/// it can let go of.
///
/// What announces comes with a call of `start`. So the check makes that call, once and before a queue has the
/// operation; it has no other effect.
final class EarlyEnder<Operation: OperationProtocol>: Sendable {
    /// How the operation announces its end, kept from the first call of its `start`.
    ///
    /// It doesn't know the operation, so that the body may keep it without a cycle of references.
    private final class Control: Sendable {
        private let state = Mutex<(wasKept: Bool, control: StartOverrideControl?)>((false, nil))

        /// Returns whether this was the first.
        func keepFirst(_ control: StartOverrideControl) -> Bool {
            state.withLock { state in
                if state.wasKept { return false }
                state = (true, control)
                return true
            }
        }

        /// What was kept, once: it refers to the operation.
        func take() -> StartOverrideControl? {
            state.withLock { state in
                defer { state.control = nil }
                return state.control
            }
        }
    }

    let label: String
    private let control: Control
    private let operation: Mutex<Operation?>
    /// How often the work was begun.
    private let runs = RelaxedCounter()

    init<Subject: ConformanceSubject>(_ label: String, of subject: Subject) throws
    where Subject.Queue.Operation == Operation {
        self.label = label
        let (kept, runs) = (Control(), runs)
        let operation = try subject.makeStartOverride { operation, control in
            if kept.keepFirst(control) { return }
            // As the `start` that it replaces: on a finished operation it does nothing (rule 1.8).
            if operation.isFinished { return }
            control.announceExecuting()
            runs.increment()
            control.announceFinished()
        }
        operation.start()
        control = kept
        self.operation = Mutex(operation)
    }

    var hasRun: Bool { runs.value > 0 }

    /// Calls `body` with the operation, unless it was let go.
    func with(_ body: (Operation) -> Void) {
        if let operation = operation.withLock({ $0 }) { body(operation) }
    }

    func announceFinished() { control.take()?.announceFinished() }

    /// From now on only the queue may hold the operation, if it does.
    func letGo() {
        let last = operation.withLock { operation in
            defer { operation = nil }
            return operation
        }
        withExtendedLifetime(last) {}
    }
}
