#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// An operation that ends later than its `start`, as most clients write it.
class ReaderOperation: Operation, @unchecked Sendable {
    private enum State { case waiting, executing, finished }

    private let lock = NSLock()
    private var state = State.waiting

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { lock.withLock { state == .executing } }
    override var isFinished: Bool { lock.withLock { state == .finished } }

    override func start() {
        guard !isCancelled else { return finish() }
        willChangeValue(forKey: "isExecuting")
        lock.withLock { state = .executing }
        didChangeValue(forKey: "isExecuting")
        main()
    }

    /// Ends the operation; once.
    final func finish() {
        let isFirst = lock.withLock { state != .finished }
        guard isFirst else { return }
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        lock.withLock { state = .finished }
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }
}
