internal import ConcurrencyPrimitives
public import Foundation

/// Foundation's operation for work that ends later: keeps the states that its subclasses announce.
///
/// `@unchecked Sendable` is Foundation's own, restated as a subclass must; what is added here is one atomic word.
public class FoundationConcurrentOperation: Operation, @unchecked Sendable {
    private enum Phase {
        static let pending = 0
        static let executing = 1
        static let finished = 2
    }

    /// One word, so that nobody sees the operation both executing and finished.
    private let phase = Atomic<Int>(Phase.pending)

    public override var isAsynchronous: Bool { true }
    public override var isExecuting: Bool { phase.load() == Phase.executing }
    public override var isFinished: Bool { phase.load() == Phase.finished }

    public override func start() {
        if isCancelled { return announceFinished() }
        willChangeValue(for: \.isExecuting)
        phase.store(Phase.executing)
        didChangeValue(for: \.isExecuting)
        begin()
    }

    /// The work, which calls ``announceFinished()`` when it has ended.
    func begin() {}

    /// Ends the operation.
    final func announceFinished() {
        let executes = isExecuting
        if executes { willChangeValue(for: \.isExecuting) }
        willChangeValue(for: \.isFinished)
        phase.store(Phase.finished)
        if executes { didChangeValue(for: \.isExecuting) }
        didChangeValue(for: \.isFinished)
    }
}
