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
    /// Whether to start a worker.
    var startsWorker = false
    /// 1 if the queue got its first member and has to be kept alive, −1 if it has lost its last.
    var holds = 0
    /// An operation that has left the queue: the reference that the list of members held.
    var left: Unmanaged<Operation>?
    /// What few events lead to.
    var rest: Rest?

    /// Made under the lock or in the actor, and then used by one thread only.
    final class Rest {
        /// Who waits for the queue no longer.
        var waiters: [Waiter] = []
        /// What to cancel. `cancel` is a client's code, so it can't be called from inside the core.
        var cancelled: [Operation] = []
    }

    /// Keeps the queue alive if it got its first member. Called before the lock is given back: after that,
    /// somebody else could run the member to its end and let the queue go.
    @inline(__always)
    func hold(_ queue: some AnyObject) {
        if holds > 0 { _ = Unmanaged.passRetained(queue) }
    }

    /// Does everything else. The caller holds the queue meanwhile.
    @inline(__always)
    func perform(for queue: some AnyObject, startWorker: () -> Void) {
        if startsWorker { startWorker() }
        if let rest {
            for operation in rest.cancelled { operation.cancel() }
            for waiter in rest.waiters { waiter.wake() }
        }
        left?.release()
        if holds < 0 { Unmanaged.passUnretained(queue).release() }
    }
}
