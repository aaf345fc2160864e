internal import ConcurrencyPrimitives

/// Who may run of the operations of this process that share categories, whatever queues they are in.
///
/// ``ExclusivityLines`` under one lock, a leaf: nobody is called under it, and it is taken under a queue's lock or in its
/// actor. Those whose turn has come are returned; the caller tells them (``Operation/turnDidCome()``) once it holds no
/// lock. It holds an operation from when that becomes eligible until it ends, and no longer.
package final class ExclusivityController: Sendable {
    /// The one of the process.
    package static let shared = ExclusivityController()

    private let lines = Mutex(ExclusivityLines())

    private init() {}

    /// The operation, which is eligible, joins the lines.
    func enter(_ operation: Operation, _ entry: ExclusivityEntry) {
        lines.withLock { $0.enter(operation, entry) }
    }

    /// A queue would start the operation: true if it is its turn. If not, it is notified when it is.
    package func contend(_ operation: Operation) -> Bool {
        guard let entry = operation.exclusivityEntry else { return true }
        return lines.withLock { $0.contend(entry) }
    }

    /// The operation, which is waiting in its queue, can't start for now. Returns those whose turn it is instead.
    package func stepAside(_ operation: Operation) -> Turns {
        guard let entry = operation.exclusivityEntry else { return Turns() }
        return lines.withLock { $0.stepAside(entry) }
    }

    /// The operations in the order in which they joined the lines.
    package func inOrder(_ operations: [Operation]) -> [Operation] {
        let tickets = lines.withLock { _ in operations.map { $0.exclusivityEntry?.ticket ?? 0 } }
        return zip(operations, tickets).sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// The operation has ended, or will never run. Doing it twice is as doing it once.
    ///
    /// - Parameter worker: The worker that the operation ends on, which reports to its queue later.
    func leave(_ operation: Operation, _ worker: UnsafeMutablePointer<Worker>? = nil) {
        guard let entry = operation.exclusivityEntry else { return }
        let (turns, _) = lines.withLock { $0.leave(entry) }
        turns.forEach { $0.turnDidCome(worker) }
    }
}

extension Operation {
    /// Where the operation stands in the lines; nil if it has no categories.
    final var exclusivityEntry: ExclusivityEntry? {
        _exclusivityEntry.map { unsafeDowncast($0, to: ExclusivityEntry.self) }
    }
}
