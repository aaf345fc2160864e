private import CPlatform
internal import Operations

/// All that a queue decides, as a value: what is in it, what may start, and who does it.
///
/// It takes an event and returns the actions that follow from it. It runs no code of a client and never
/// blocks, so it can be changed under a lock as well as in an actor; whoever holds it performs the actions
/// afterwards.
///
/// Workers are threads that ask for one operation after the other. A worker is *searching* from the moment
/// it is asked for until it gets an operation, and *busy* from then on. After every visit this holds: if
/// an operation could start, some worker is searching; and each worker that gets an operation has one more
/// woken if another could start. So a free slot and a ready operation always meet (rule 6.9). How many are woken
/// beyond that, and how long each works, the ``SchedulingStrategy`` says.
///
/// An event about an operation is a hint to look at the operation's own word: whether it may start is
/// judged when it starts, by ``Operation/claim()``.
struct SchedulingCore {
    private(set) var members = MemberList()
    private var ready = ReadyLists()
    private var waiters: [Waiter] = []

    private(set) var limit = -1
    private(set) var isSuspended = false
    private(set) var name: String?

    /// Operations that were started and haven't come to their end: the slots that are taken.
    private var running = 0
    /// Workers that will ask for an operation.
    private var searching = 0
    /// Whether the queue keeps itself alive.
    private var isHeld = false

    private let strategy: SchedulingStrategy

    /// What −1 means: as many as the machine has processors.
    private static let processorCount = Int(oplab_processor_count())

    init(strategy: SchedulingStrategy) { self.strategy = strategy }

    private var slots: Int { limit < 0 ? Self.processorCount : limit }

    private var canStart: Bool { !isSuspended && running < slots && ready.count > 0 }

    // MARK: Visits

    // Whoever visits takes in what is in the inbox, then makes its change, then settles.

    /// The beginning of a visit: takes in what is in the inbox, so that the events of one caller stay in order.
    @inline(__always)
    mutating func takeIn(_ inbox: borrowing Inbox, _ actions: inout QueueActions) {
        _ = inbox.take { takeIn($0, &actions) }
    }

    private mutating func takeIn(_ entry: Inbox.Entry, _ actions: inout QueueActions) {
        switch entry {
        case .operation(let operation): insert(operation, &actions)
        case .event(let event): handle(event, &actions)
        }
    }

    /// The end of a visit: wakes whom it takes, and if nobody is certain to come back, asks who adds next to tell.
    @inline(__always)
    mutating func settle(_ inbox: borrowing Inbox, _ actions: inout QueueActions) {
        repeat { wake(&actions) } while !isSettled(inbox) && inbox.take { takeIn($0, &actions) }
        if members.isEmpty == isHeld || !waiters.isEmpty { conclude(&actions) }
    }

    private func isSettled(_ inbox: borrowing Inbox) -> Bool {
        // A worker that searches takes in what comes, and holds the queue.
        if searching > 0 { return true }
        // With nothing in it the queue holds itself no longer. Else a busy worker, or whoever makes room, comes.
        if members.isEmpty || (!isSuspended && running < slots) { return inbox.watch() }
        return true
    }

    /// What depends on whether the queue is empty.
    private mutating func conclude(_ actions: inout QueueActions) {
        if members.isEmpty == isHeld {
            isHeld.toggle()
            actions.holds += isHeld ? 1 : -1
        }
        if members.isEmpty, !waiters.isEmpty { actions.withRest { swap(&$0.waiters, &waiters) } }
    }

    // MARK: Events

    mutating func handle(_ event: QueueEvent, _ actions: inout QueueActions) {
        switch event {
        case .addedAll(let operations):
            for operation in operations { insert(Unmanaged.passRetained(operation), &actions) }
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
        case .cancelledAll: actions.withRest { $0.cancelled += Array(members) }
        case .waiting(let waiter): waiters.append(waiter)
        }
    }

    /// What a worker does next.
    enum Step {
        /// Starts an operation, which the core keeps alive until the worker asks again.
        case start(Unmanaged<Operation>)
        /// Waits a little for something to come, and asks again.
        case linger
        /// Gives its thread back.
        case end
    }

    /// A worker has done with an operation, and asks what to do next.
    ///
    /// The end of an operation may be announced by another thread, and it may leave the queue, while its `start` is
    /// still running or about to. So whoever of the two comes last, that one or the worker, lets go of the reference
    /// that the list of members held.
    @inline(__always)
    mutating func advance(_ report: borrowing WorkerLife.Report, _ actions: inout QueueActions) -> Step {
        if let operation = report.operation {
            if let rest = report.outcome.rest { look(atReleased: rest.released) }
            comeBack(from: operation, isFinished: report.outcome.isFinished, &actions)
        } else {
            searching -= 1
        }
        // A completion block may take its time: the worker gives its place on before it runs it.
        if report.outcome.rest?.completionBlock != nil || report.count >= strategy.operationsPerWorker {
            return .end
        }
        if let next = claimNext() { return .start(next) }
        guard report.operation != nil, searching == 0, strategy.pauses > 0, !isSuspended, running < slots
        else { return .end }
        searching += 1
        return .linger
    }

    // MARK: Steps

    /// - Parameter operation: A reference, which the list of members takes over.
    @inline(__always)
    private mutating func insert(_ reference: Unmanaged<Operation>, _ actions: inout QueueActions) {
        reference._withUnsafeGuaranteedRef { operation in
            let entry = operation.enter()
            if entry == .finished { return actions.leave(reference) }
            members.append(reference)
            if entry == .released { ready.append(operation) }
        }
    }

    private func mayBeListed(_ operation: Operation) -> Bool {
        operation.membership.place == .waiting && operation.isReleased
    }

    private mutating func look(at operation: Operation) {
        if mayBeListed(operation) { ready.append(operation) }
    }

    private mutating func look(atReleased operations: [Operation]) {
        guard strategy.startsDependentsFirst else {
            for operation in operations { look(at: operation) }
            return
        }
        for operation in operations.reversed() where mayBeListed(operation) { ready.prepend(operation) }
    }

    /// An operation has come to its end elsewhere than on its worker.
    private mutating func leave(_ operation: Operation, _ actions: inout QueueActions) {
        switch operation.membership.place {
        case .outside: return
        case .listed: ready.remove(operation)
        case .waiting: break
        case .running: running -= 1
        case .starting:
            running -= 1
            // Its worker, which is inside `start`, lets go of the reference.
            _ = members.remove(operation)
            return
        }
        actions.leave(members.remove(operation))
    }

    /// A worker has returned from the `start` of an operation.
    @inline(__always)
    private mutating func comeBack(
        from reference: Unmanaged<Operation>, isFinished: Bool, _ actions: inout QueueActions
    ) {
        reference._withUnsafeGuaranteedRef { operation in
            if operation.membership.place == .outside {
                actions.leave(reference)
            } else if isFinished {
                running -= 1
                actions.leave(members.remove(operation))
            } else {
                operation.membership.place = .running
            }
        }
    }

    @inline(__always)
    private mutating func claimNext() -> Unmanaged<Operation>? {
        while canStart, let operation = ready.popFirst() {
            // A dependency may have been added since, or the end announced: then it waits, or leaves soon.
            guard operation._withUnsafeGuaranteedRef({ $0.claim() }) else { continue }
            operation._withUnsafeGuaranteedRef { $0.membership.place = .starting }
            running += 1
            return operation
        }
        return nil
    }

    @inline(__always)
    private mutating func wake(_ actions: inout QueueActions) {
        guard canStart else { return }
        let wanted = strategy.wakesEagerly ? min(ready.count, slots - running) : 1
        guard searching < wanted else { return }
        actions.workers += wanted - searching
        searching = wanted
    }
}
