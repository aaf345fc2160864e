private import ConcurrencyPrimitives
package import Foundation

/// Foundation's operation for work that ends later: keeps the states that its subclasses announce.
///
/// `@unchecked Sendable` is Foundation's own, restated as a subclass must; what is added here is one atomic
/// word.
package class FoundationConcurrentOperation: Foundation.Operation, @unchecked Sendable {
    private enum Phase {
        static let pending = 0
        static let executing = 1
        static let finished = 2
    }

    /// One word, so that no reader sees the operation both executing and finished.
    private let phase = Atomic<Int>(Phase.pending)

    package override var isAsynchronous: Bool { true }
    package override var isExecuting: Bool { phase.load() == Phase.executing }
    package override var isFinished: Bool { phase.load() == Phase.finished }

    /// Makes `isExecuting` true, and announces it.
    package func announceExecuting() {
        willChangeValue(for: \.isExecuting)
        phase.store(Phase.executing)
        didChangeValue(for: \.isExecuting)
    }

    /// Makes `isExecuting` false and `isFinished` true, and announces what has changed.
    package func announceFinished() {
        let executes = isExecuting
        if executes { willChangeValue(for: \.isExecuting) }
        willChangeValue(for: \.isFinished)
        phase.store(Phase.finished)
        if executes { didChangeValue(for: \.isExecuting) }
        didChangeValue(for: \.isFinished)
    }
}
