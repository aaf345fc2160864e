#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// The classic networking operation: a connection, whose calls arrive elsewhere, and a lock that holds the operation
/// together while it may be cancelled at any moment.
final class ConnectionOperation: Operation, ConnectionDelegate, @unchecked Sendable {
    private enum State { case waiting, executing, finished }

    private let url: URL
    private let callbacks: Connection.Callbacks
    /// Told of every part that is taken, outside the lock.
    private let progressBlock: (@Sendable (ConnectionOperation, Int) -> Void)?

    /// Recursive, since announcing calls back here; and held while announcing, as the classic ones do.
    private let lock = NSRecursiveLock()
    private var state = State.waiting
    private var connection: Connection?
    private var received = Data()
    private var parts = 0

    init(
        _ url: URL, callbacks: Connection.Callbacks,
        progress: (@Sendable (ConnectionOperation, _ parts: Int) -> Void)? = nil
    ) {
        self.url = url
        self.callbacks = callbacks
        progressBlock = progress
        super.init()
        name = url.absoluteString
    }

    /// What has arrived.
    var data: Data { lock.withLock { received } }

    /// Whether it is all.
    var isComplete: Bool { data == Connection.parts.reduce(Data(), +) }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { lock.withLock { state == .executing } }
    override var isFinished: Bool { lock.withLock { state == .finished } }

    override func start() {
        lock.lock()
        defer { lock.unlock() }
        guard !isCancelled else { return finish() }
        willChangeValue(for: \Operation.isExecuting)
        state = .executing
        didChangeValue(for: \Operation.isExecuting)
        let connection = Connection(url, callbacks: callbacks, delegate: self)
        self.connection = connection
        connection.start()
    }

    override func cancel() {
        lock.lock()
        defer { lock.unlock() }
        super.cancel()
        // Before the start there is nothing to end: the queue will start it, and find it cancelled.
        if state == .executing { finish() }
    }

    func connection(_ connection: Connection, didReceive data: Data) {
        let count: Int? = lock.withLock {
            guard state == .executing else { return nil }
            received += data
            parts += 1
            return parts
        }
        if let count { progressBlock?(self, count) }
    }

    func connectionDidFinishLoading(_ connection: Connection) {
        lock.withLock {
            if state == .executing { finish() }
        }
    }

    /// Under the lock.
    private func finish() {
        connection?.cancel()
        connection = nil
        let wasExecuting = state == .executing
        if wasExecuting { willChangeValue(for: \Operation.isExecuting) }
        willChangeValue(for: \Operation.isFinished)
        state = .finished
        if wasExecuting { didChangeValue(for: \Operation.isExecuting) }
        didChangeValue(for: \Operation.isFinished)
    }
}
