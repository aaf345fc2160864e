internal import ConcurrencyPrimitives

/// Who may run of the operations of this process that share categories, whatever queues they are in.
///
/// ``ExclusivityLines`` under one lock, a leaf: nobody is called under it, and it is taken under a queue's lock or in its
/// actor. Those whose turn has come are returned; the caller tells them (``Operation/turnDidCome()``) once it holds no
/// lock. It holds an operation from when that becomes eligible until it ends, and no longer.
package enum ExclusivityController {
    private static let lines = Mutex(ExclusivityLines())

    /// The operation, which is eligible, joins the lines.
    static func enter(_ operation: Operation, _ entry: ExclusivityEntry) {
        // Not under the lock, for which others wait: nobody reaches the entry before it is in line.
        entry.operation = operation
        lines.withLock { $0.enter(entry) }
    }

    /// A queue would start the operation: true if it is its turn. If not, it is notified when it is.
    ///
    /// Only who stands aside needs the lock, to join the lines. A turn that is given meanwhile is announced after this, and one that
    /// is seen here goes by the operation's queue, which asks, or by its end.
    package static func contend(_ operation: Operation) -> Bool {
        operation.withExclusivityEntry { entry in
            guard entry.standing == .aside else { return entry.standing != .inLine }
            return lines.withLock { $0.contend(entry) }
        } ?? true
    }

    /// The operation, which is waiting in its queue, can't start for now. Returns those whose turn it is instead.
    package static func stepAside(_ operation: Operation) -> Turns {
        operation.withExclusivityEntry { entry in lines.withLock { $0.stepAside(entry) } } ?? Turns()
    }

    /// The operations in the order in which they joined the lines.
    package static func inOrder(_ operations: [Operation]) -> [Operation] {
        let tickets = lines.withLock { _ in operations.map { $0.withExclusivityEntry(\.ticket) ?? 0 } }
        return zip(operations, tickets).sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// The operation has ended, or will never run. Returns those whose turn it is then. Doing it twice is as doing it once.
    static func leave(_ operation: Operation) -> Turns {
        // What is let go of last may be the operation: not under the lock.
        operation.withExclusivityEntry { entry in lines.withLock { $0.leave(entry) } }?.turns ?? Turns()
    }
}

extension Operation {
    /// Calls `body` with where the operation stands in the lines; nil if it has no categories.
    @inline(__always)
    final func withExclusivityEntry<Result>(_ body: (ExclusivityEntry) -> Result) -> Result? {
        // The operation holds it.
        _exclusivityEntry?._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: ExclusivityEntry.self)) }
    }
}
