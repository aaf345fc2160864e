#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// The base class that most projects have: subclasses override ``execute()``, and call ``finish()`` at the end.
class AsyncOperation: Operation, @unchecked Sendable {
    private let lock = NSLock()
    private var executing = false
    private var finished = false

    override final var isAsynchronous: Bool { true }
    override final var isExecuting: Bool { lock.withLock { executing } }
    override final var isFinished: Bool { lock.withLock { finished } }

    override final func start() {
        if isCancelled { return finish() }
        willChangeValue(for: \Operation.isExecuting)
        lock.withLock { executing = true }
        didChangeValue(for: \Operation.isExecuting)
        execute()
    }

    /// The work, which may go on after this has returned. For subclasses to override.
    func execute() { finish() }

    /// Ends the operation. The first call does; all others do nothing.
    final func finish() {
        let wasExecuting: Bool? = lock.withLock { finished ? nil : executing }
        guard let wasExecuting else { return }
        if wasExecuting { willChangeValue(for: \Operation.isExecuting) }
        willChangeValue(for: \Operation.isFinished)
        let isFirst = lock.withLock {
            defer { (executing, finished) = (false, true) }
            return !finished
        }
        guard isFirst else { return }
        if wasExecuting { didChangeValue(for: \Operation.isExecuting) }
        didChangeValue(for: \Operation.isFinished)
    }
}

/// An ``AsyncOperation`` with a closure.
final class ClosureOperation: AsyncOperation, @unchecked Sendable {
    typealias Work = @Sendable (_ operation: Operation, _ done: @escaping @Sendable () -> Void) -> Void

    private let work: Work

    init(work: @escaping Work) { self.work = work }

    override func execute() { work(self) { self.finish() } }
}
