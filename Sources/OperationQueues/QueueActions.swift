internal import Dispatch
internal import Operations

/// What is to be done, outside the lock or after the event, once the core has decided.
struct QueueActions: Sendable {
    /// How many workers to start.
    var workers = 0
    /// What those are for.
    var assignment = WorkerAssignment(generation: 0, ownQuality: nil)
    /// Whether the queue has lost its last member, and holds itself no longer.
    var releasesQueue = false
    /// Operations that have left the queue, linked: the references that the list of members held. To release one
    /// may run a client's `deinit`.
    private var left: Unmanaged<Operation>?
    private var box: Box?

    /// What few visits lead to.
    struct Rare: Sendable {
        /// Who waits for the queue no longer.
        var waiters: [Waiter] = []
        /// What to cancel. `cancel` is a client's code, so it can't be called from inside the core.
        var cancelled: [Operation] = []
        /// Whom to notify of changes.
        var observers: QueueObservers?
        /// To release what was looked at may run a client's `deinit`.
        var lists: Lists?
        /// What is known of the queue no longer. To release its operations may run a client's `deinit`.
        var outdated: [QueueContent] = []
        /// The queue's watch, if that needs a timer.
        var watch: WorkerWatch?
        /// Whether the last look has found all workers blocked.
        var isLookEarly = false
        /// Where the workers run; nil for threads of their own.
        var dispatchQueue: DispatchQueue?
        /// What a further worker is for, which runs an operation first that another has got.
        var handedOn: WorkerAssignment?
    }

    /// Operations of a visit, which grow in place however often one is added.
    ///
    /// - Note: `@unchecked Sendable`: only the visit has it, and then who performs its actions.
    final class Lists: @unchecked Sendable {
        /// What was looked at so far.
        @exclusivity(unchecked)
        var seen: [Operation] = []
        /// Those whose turn among the operations of their categories has come.
        @exclusivity(unchecked)
        var turns: [Operation] = []
    }

    var lists: Lists {
        mutating get {
            if let lists = rare.lists { return lists }
            let lists = Lists()
            rare.lists = lists
            return lists
        }
    }

    /// Memory that is made when there is something to put into it. All other visits have one word for it.
    private indirect enum Box {
        case holding(Rare)
    }

    /// What few visits lead to; empty for all others.
    var rare: Rare {
        get { if case .holding(let rare) = box { rare } else { Rare() } }
        set { box = .holding(newValue) }
    }

    /// Whether performing them starts workers at most.
    var runsNoClientsCode: Bool { left == nil && box == nil && !releasesQueue }

    var notifiesObservers: Bool { if case .holding(let rare) = box { rare.observers != nil } else { false } }

    /// Has the reference to an operation that has left released.
    mutating func release(_ operation: Unmanaged<Operation>) {
        operation._withUnsafeGuaranteedRef { $0.membership.next = left }
        left = operation
    }

    /// Cancels what is to be cancelled.
    @inline(__always)
    mutating func cancel() {
        guard case .holding(let rare) = box, !rare.cancelled.isEmpty else { return }
        self.rare.cancelled = []
        for operation in rare.cancelled { operation.cancel() }
    }

    /// Does everything else. The caller holds the queue meanwhile.
    ///
    /// - Parameters:
    ///   - queue: Whose actions these are.
    ///   - startWorker: Starts a worker on a dispatch queue, or else on a thread of its own.
    @inline(__always)
    func perform(
        for queue: some AnyObject, startWorker: (WorkerAssignment, DispatchQueue?) -> Void
    ) {
        act(startWorker)
        notifyAndRelease(queue)
    }

    /// Has go on who is to go on. It runs no code of a client, but for `cancel`.
    @inline(__always)
    func act(_ startWorker: (WorkerAssignment, DispatchQueue?) -> Void) {
        if workers > 0 {
            for _ in 0..<workers { startWorker(assignment, rare.dispatchQueue) }
        }
        if case .holding(let rare) = box {
            rare.watch?.startTimer(early: rare.isLookEarly)
            if let handedOn = rare.handedOn { startWorker(handedOn, rare.dispatchQueue) }
            for operation in rare.cancelled { operation.cancel() }
            for operation in rare.lists?.turns ?? [] { operation.turnDidCome() }
            for waiter in rare.waiters { waiter.wake() }
        }
    }

    /// Notifies observers, and lets go of what has left: code of a client, which may take its time.
    @inline(__always)
    func notifyAndRelease(_ queue: some AnyObject) {
        if case .holding(let rare) = box { rare.observers?.notify() }
        var left = left
        while let operation = left {
            left = operation._withUnsafeGuaranteedRef { $0.membership.next }
            operation.release()
        }
        if releasesQueue { Unmanaged.passUnretained(queue).release() }
    }
}
