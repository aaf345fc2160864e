internal import Operations

/// Something that happens to a queue: what its core is told, by whomever.
enum QueueEvent: Sendable {
    /// An operation that has joined the queue.
    case added(Operation)
    case addedAll([Operation])
    /// An operation may have become ready.
    case mayStart(Operation)
    /// An operation has come to its end elsewhere than on a worker of the queue.
    case finished(Operation)
    case priorityChanged(Operation)
    case suspended(Bool)
    case limited(Int)
    case named(String?)
    case cancelledAll
    case waiting(Waiter)
}

/// What is to be done, outside the lock or after the event, once the core has decided.
struct QueueActions {
    /// How many workers to start.
    var workers = 0
    /// Who waits for the queue no longer.
    var waiters: [Waiter] = []
    /// What to cancel. `cancel` is a client's code, so it can't be called from inside the core.
    var cancelled: [Operation] = []

    /// Does it.
    func perform(startWorker: () -> Void) {
        for _ in 0..<workers { startWorker() }
        for operation in cancelled { operation.cancel() }
        for waiter in waiters { waiter.wake() }
    }
}
