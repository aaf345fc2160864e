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

    /// Recursive, since it may be held while announcing.
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
        if isCancelled { return finish(from: .waiting) }
        let connection = Connection(url, callbacks: callbacks, delegate: self)
        change(from: .waiting, to: .executing) { self.connection = connection }
        // Who has cancelled meanwhile has found nothing to end.
        if isCancelled { return finish(from: .executing) }
        connection.start()
    }

    override func cancel() {
        super.cancel()
        // Before the start there is nothing to end: the queue will start it, and find it cancelled.
        finish(from: .executing)
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

    func connectionDidFinishLoading(_ connection: Connection) { finish(from: .executing) }

    private func finish(from expected: State) {
        change(from: expected, to: .finished) {
            connection?.cancel()
            connection = nil
        }
    }

    /// Changes the state, if it is `expected`, together with what belongs to it, and announces that.
    private func change(from expected: State, to next: State, _ accompany: () -> Void) {
        lock.lock()
        guard state == expected else { return lock.unlock() }
        let isExecutingChanged = expected == .executing || next == .executing
        if isExecutingChanged { willChangeValue(for: \Operation.isExecuting) }
        if next == .finished { willChangeValue(for: \Operation.isFinished) }
        state = next
        accompany()
        if !Self.announcesLocked { lock.unlock() }
        if isExecutingChanged { didChangeValue(for: \Operation.isExecuting) }
        if next == .finished { didChangeValue(for: \Operation.isFinished) }
        if Self.announcesLocked { lock.unlock() }
    }

    /// Whether the lock is held while announcing, as the classic ones do. Not with Foundation: who waits there asks for
    /// `isFinished` under a lock that announcing takes, too, so both would wait for each other (rule 9.1).
    #if DROP_IN || ALIASED
    private static let announcesLocked = true
    #else
    private static let announcesLocked = false
    #endif
}
