internal import Dispatch
internal import Operations

/// Something that happens to a queue: what its core is told, by whomever. That one operation was added is told
/// through ``Inbox/push(_:)-(Operation)``.
enum QueueEvent: Sendable {
    /// Operations that have joined the queue.
    case addedAll([Operation])
    /// A barrier that has joined the queue.
    case addedBarrier(Operation)
    /// An operation may have become ready.
    case mayStart(Operation)
    /// An operation has come to its end elsewhere than on a worker of the queue.
    case finished(Operation)
    case priorityChanged(Operation)
    /// The code of an operation is going to wait, or has done so.
    case waitsInside(Bool)
    case suspended(Bool)
    case limited(Int)
    case named(String?)
    /// A total was set, of which the queue is to count the part that is done.
    case planned(Int64)
    case cancelledAll
    case waiting(Waiter)
    /// Somebody doesn't wait any longer.
    case waitEnded(BoundedWait)
    /// Some wait with a bound, outside of the actor.
    case awaited(BoundedWaiters)
    /// Somebody observes from now on.
    case observed(QueueObservers, UInt64)
}

/// What is to be done, outside the lock or after the event, once the core has decided.
///
/// Made under the lock or in the actor, and then used by one thread only.
struct QueueActions: Sendable {
    /// How many workers to start.
    var workers = 0
    /// Which of the queue's places they are for (see ``SchedulingCore/move(to:)``).
    var era = 0
    /// 1 if the queue got its first member and has to be kept alive, −1 if it has lost its last.
    var holds = 0
    /// Operations that have left the queue, linked: the references that the list of members held. To release one
    /// may run a client's `deinit`.
    private var left: Unmanaged<Operation>?
    private var boxed = BoxedRest.none

    /// What few events lead to: in memory of its own, so that a visit without it pays for a word.
    struct Rest: Sendable {
        /// Who waits for the queue no longer.
        var waiters: [Waiter] = []
        /// What to cancel. `cancel` is a client's code, so it can't be called from inside the core.
        var cancelled: [Operation] = []
        /// Who has to be told something.
        var observers: QueueObservers?
        /// What is known of the queue no longer. To release its operations may run a client's `deinit`.
        var outdated: [QueueContent] = []
        /// Where the workers run; nil for threads of their own.
        var place: DispatchQueue?
    }

    private indirect enum BoxedRest {
        case none
        case some(Rest)
    }

    var rest: Rest? {
        if case .some(let rest) = boxed { rest } else { nil }
    }

    mutating func leave(_ operation: Unmanaged<Operation>) {
        operation._withUnsafeGuaranteedRef { $0.membership.next = left }
        left = operation
    }

    mutating func withRest(_ change: (inout Rest) -> Void) {
        var rest = self.rest ?? Rest()
        change(&rest)
        boxed = .some(rest)
    }

    /// Keeps the queue alive if it got its first member. Called before the lock is given back: after that,
    /// somebody else could run the member to its end and let the queue go.
    @inline(__always)
    func hold(_ queue: some AnyObject) {
        if holds > 0 { _ = Unmanaged.passRetained(queue) }
    }

    /// Cancels what is to be cancelled.
    @inline(__always)
    mutating func cancel() {
        guard let rest, !rest.cancelled.isEmpty else { return }
        withRest { $0.cancelled = [] }
        for operation in rest.cancelled { operation.cancel() }
    }

    /// Does everything else. The caller holds the queue meanwhile.
    @inline(__always)
    func perform(for queue: some AnyObject, startWorker: (DispatchQueue?, _ era: Int) -> Void) {
        if workers > 0 { for _ in 0..<workers { startWorker(rest?.place, era) } }
        if let rest {
            for operation in rest.cancelled { operation.cancel() }
            for waiter in rest.waiters { waiter.wake() }
            rest.observers?.tell()
        }
        var left = left
        while let operation = left {
            left = operation._withUnsafeGuaranteedRef { $0.membership.next }
            operation.release()
        }
        if holds < 0 { Unmanaged.passUnretained(queue).release() }
    }
}
