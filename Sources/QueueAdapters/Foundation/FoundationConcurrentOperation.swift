private import ConcurrencyPrimitives
public import Foundation

/// Foundation's operation for asynchronous work: stores the states that its subclasses announce.
///
/// `@unchecked Sendable` restates Foundation's own, as a subclass must; this class adds one atomic word.
open class FoundationConcurrentOperation: Foundation.Operation, @unchecked Sendable {
    private enum Phase {
        static let pending = 0
        static let executing = 1
        static let finished = 2
    }

    /// One word, so that no reader sees the operation both executing and finished.
    private let phase = Atomic<Int>(Phase.pending)

    public final override var isAsynchronous: Bool { true }
    public final override var isExecuting: Bool { phase.load() == Phase.executing }
    public final override var isFinished: Bool { phase.load() == Phase.finished }

    /// Sets `isExecuting` to true, and announces it.
    public final func announceExecuting() {
        willChangeValue(for: \.isExecuting)
        phase.store(Phase.executing)
        didChangeValue(for: \.isExecuting)
    }

    /// Sets `isExecuting` to false and `isFinished` to true, and announces what has changed.
    public final func announceFinished() {
        let executes = isExecuting
        if executes { willChangeValue(for: \.isExecuting) }
        willChangeValue(for: \.isFinished)
        phase.store(Phase.finished)
        if executes { didChangeValue(for: \.isExecuting) }
        didChangeValue(for: \.isFinished)
    }
}
