private import CPlatform
internal import Operations

/// All that a queue decides, as a value: what is in it, what may start, and who does it.
///
/// It takes an event and returns the actions that follow from it. It runs no code of a client and never
/// blocks, so it can be changed under a lock as well as in an actor; whoever holds it performs the actions
/// afterwards.
///
/// Workers are threads that ask for one operation after the other. A worker is *searching* from the moment
/// it is asked for until it gets an operation, and *busy* from then on. After every event this holds: if
/// an operation could start, some worker is searching; and each worker that gets an operation asks for
/// one more if another could start. So a free slot and a ready operation always meet (rule 6.9), and no
/// more workers are woken than needed.
///
/// An event about an operation is a hint to look at the operation's own word: whether it may start is
/// judged when it starts, by ``Operation/claim()``.
struct SchedulingCore {
    private(set) var members = MemberList()
    private var ready = ReadyLists()
    private var waiters: [Waiter] = []

    private(set) var limit = -1
    private(set) var isSuspended = false
    var name: String?

    /// Operations that were started and haven't come to their end: the slots that are taken.
    private var running = 0
    /// Workers that will ask for an operation.
    private var searching = 0

    /// What −1 means: as many as the machine has processors.
    private static let processorCount = Int(oplab_processor_count())

    private var slots: Int { limit < 0 ? Self.processorCount : limit }

    private var canStart: Bool { !isSuspended && running < slots && ready.count > 0 }

    // MARK: Events

    mutating func handle(_ event: QueueEvent) -> QueueActions {
        var actions = QueueActions()
        switch event {
        case .added(let operation): return add(operation)
        case .addedAll(let operations): for operation in operations { insert(operation, &actions) }
        case .mayStart(let operation): look(at: operation)
        case .finished(let operation): leave(operation, &actions)
        case .priorityChanged(let operation):
            if operation.membership.place == .listed {
                ready.remove(operation)
                ready.append(operation)
            }
        case .suspended(let suspended): isSuspended = suspended
        case .limited(let count): limit = count
        case .named(let name): self.name = name
        case .cancelledAll:
            let rest = QueueActions.Rest()
            rest.cancelled = Array(members)
            actions.rest = rest
        case .waiting(let waiter):
            waiters.append(waiter)
            if members.isEmpty { releaseWaiters(&actions) }
        }
        wake(&actions)
        return actions
    }

    /// One operation has joined the queue.
    @inline(__always)
    mutating func add(_ operation: Operation) -> QueueActions {
        var actions = QueueActions()
        insert(operation, &actions)
        wake(&actions)
        return actions
    }

    /// A worker has done with an operation, and asks for the next. Nil if there is none for it: it ends.
    ///
    /// The worker holds the operation from here on: its end may be announced by another thread, and it may
    /// leave the queue, while its `start` is still running or about to.
    ///
    /// - Parameters:
    ///   - operation: The worker's last operation; nil when it has just been started.
    ///   - outcome: What became of it.
    @inline(__always)
    mutating func advance(
        after operation: Operation?, _ outcome: WorkerContext.Outcome
    ) -> (next: Operation?, actions: QueueActions) {
        var actions = QueueActions()
        if let operation {
            if let rest = outcome.rest { for operation in rest.released { look(at: operation) } }
            if outcome.isFinished { leave(operation, &actions) }
        } else {
            searching -= 1
        }
        // A completion block may take its time: the worker gives its place on before it runs it.
        let next = outcome.rest?.completionBlock == nil ? claimNext() : nil
        wake(&actions)
        return (next, actions)
    }

    // MARK: Steps

    private mutating func insert(_ operation: Operation, _ actions: inout QueueActions) {
        let entry = operation.enter()
        if entry == .finished { return }
        if members.isEmpty { actions.holds += 1 }
        members.append(operation)
        if entry == .released { ready.append(operation) }
    }

    private mutating func look(at operation: Operation) {
        if operation.membership.place == .waiting, operation.isReleased { ready.append(operation) }
    }

    private mutating func leave(_ operation: Operation, _ actions: inout QueueActions) {
        switch operation.membership.place {
        case .outside: return
        case .listed: ready.remove(operation)
        case .waiting: break
        case .running: running -= 1
        }
        actions.left = members.remove(operation)
        if members.isEmpty {
            actions.holds -= 1
            if !waiters.isEmpty { releaseWaiters(&actions) }
        }
    }

    private mutating func releaseWaiters(_ actions: inout QueueActions) {
        let rest = QueueActions.Rest()
        swap(&rest.waiters, &waiters)
        actions.rest = rest
    }

    private mutating func claimNext() -> Operation? {
        while canStart, let operation = ready.popFirst() {
            // A dependency may have been added since, or the end announced: then it waits, or leaves soon.
            guard operation._withUnsafeGuaranteedRef({ $0.claim() }) else { continue }
            operation._withUnsafeGuaranteedRef { $0.membership.place = .running }
            running += 1
            return operation.takeUnretainedValue()
        }
        return nil
    }

    private mutating func wake(_ actions: inout QueueActions) {
        guard canStart, searching == 0 else { return }
        searching += 1
        actions.startsWorker = true
    }
}
