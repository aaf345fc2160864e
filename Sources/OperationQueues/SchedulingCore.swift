private import ConcurrencyPrimitives
internal import Dispatch
internal import Operations

/// All that a queue decides, as a value: what is in it, what may start, and who does it.
///
/// It takes an event and returns the actions that follow from it. It runs no code of a client and never
/// blocks, so it can be changed under a lock as well as in an actor; whoever holds it performs the actions
/// afterwards.
///
/// Workers are threads that ask for one operation after the other. A worker is *searching* from the moment
/// it is asked for until it gets an operation, and *busy* from then on; and searching again while it calls a completion block
/// from which it is expected back. After every visit this holds: if
/// an operation could start, some worker is searching; and each worker that gets an operation has one more
/// woken if another could start. So a free slot and a ready operation always meet (rule 6.9). How long each works, and which
/// operation goes first, the ``SchedulingStrategy`` says.
///
/// An event about an operation is a hint to look at the operation's own word: whether it may start is
/// judged when it starts, by ``Operation/claim()``, and once more when it begins (rule 3.10).
struct SchedulingCore {
    var members = MemberList()
    var ready = ReadyLists()
    var waiters = WaiterList()
    /// Those who wait with a bound, if they stand in no list of the core's.
    var boundedWaiters: BoundedWaiters?
    /// Whether somebody waits, or did at the end of an earlier visit.
    var isAwaited = false
    /// What barriers hold back; nil while there are none.
    var barriers: Barriers?
    /// Whether an operation that shares categories has ever been a member.
    var hasExclusives = false
    /// The number of the last segment between barriers that there was.
    var lastSegment = 0

    var settings: QueueSettings
    var progress = QueueProgress()

    /// The slots that are taken: operations that were started and haven't come to their end, at limit −1 but for those whose
    /// `start` has returned (rule 6.11).
    var busy = 0
    /// Operations that haven't come to their end, and whose `start` has returned.
    var returned = 0
    /// What is known of the workers.
    var seats = WorkerSeats()
    /// Who comes to look at them; made when somebody first has to.
    var watch: WorkerWatch?
    /// Whether it will come.
    var isWatchArmed = false
    /// The number of the look that is announced or comes next.
    var lookNumber = 0
    /// Whether it has found all workers blocked when it came last.
    var hasFoundAllBlocked = false
    /// Workers that will ask for an operation.
    var searching = 0
    /// How many of the last completion blocks were short, up to ``manyShortBlocks``; 0 again after a long one.
    var shortBlocks = 0
    /// The number of the generation of workers: how often the dispatch queue has been changed that they run on.
    private(set) var generation = 0
    /// Whether the queue keeps itself alive.
    private var isHeld = false

    /// Who is notified of changes, once somebody has asked for it.
    var observers: QueueObservers?

    /// What −1 means for operations that compute.
    let processorCount = ProcessorCount.remembered

    init(_ settings: QueueSettings) { self.settings = settings }

    var isSuspended: Bool { settings.isSuspended }

    var canStart: Bool { !isSuspended && busy < slots && ready.count > 0 }

    /// Has workers run on `queue` from now on; nil for threads of their own. For an empty queue only.
    ///
    /// Those that were asked for to search elsewhere may come late, or never: nobody counts on an earlier generation.
    mutating func move(to queue: DispatchQueue?) {
        settings.underlyingQueue = queue
        generation += 1
        searching = 0
        _ = seats.forgetCompletions()
    }

    // MARK: Visits

    // A visit takes in what is in the inbox, then makes its change, then settles.

    /// The beginning of a visit: takes in what is in the inbox, so that the events of one caller stay in order.
    ///
    /// - Returns: How many entries there were.
    @discardableResult
    mutating func takeIn(_ inbox: borrowing Inbox, _ actions: inout QueueActions) -> Int {
        var entries = inbox.takeAll()
        while let entry = entries.next() {
            switch entry {
            case .operation(let operation):
                let count = members.count
                insert(operation, &actions)
                if observers != nil { noteCount(from: count, &actions) }
            case .event(let event): handle(event.takeRetainedValue().event, &actions)
            }
        }
        return entries.count
    }

    /// The end of a visit: starts the workers that it takes, and asks for a wakeup if nobody is certain to come back.
    ///
    /// - Parameter queue: The queue, which keeps itself alive while it has members. It is retained here, and not after the
    ///   visit: then somebody else could run the only member to its end and let the queue go.
    @inline(__always)
    mutating func settle(
        _ inbox: borrowing Inbox, for queue: some WatchedQueue, _ actions: inout QueueActions
    ) {
        while true {
            // Without members nobody looks at the workers.
            if seats.completing > 0, members.isEmpty { searching -= seats.forgetCompletions() }
            if canStart, searching == 0 {
                actions.workers += 1
                actions.assignment = WorkerAssignment(
                    generation: generation, ownQuality: ready.firstQuality)
                if let queue = settings.underlyingQueue { actions.rare.dispatchQueue = queue }
                searching = 1
            }
            if !isWatchArmed, needsWatch { armWatch(for: queue, &actions) }
            // A worker that searches takes in what comes, and holds the queue. Without one, and with members, a busy worker
            // comes back, or whoever ends the suspension or makes room. An empty queue doesn't hold itself.
            let isVisitCertain = searching > 0 || (!members.isEmpty && (isSuspended || isReturnCertain))
            let isIdle = inbox.becomeIdle(needsWakeup: !isVisitCertain, isQueueEmpty: members.isEmpty)
            if isVisitCertain || isIdle { break }
            takeIn(inbox, &actions)
        }
        if members.isEmpty == isHeld {
            isHeld.toggle()
            if isHeld {
                _ = Unmanaged.passRetained(queue)
            } else {
                actions.releasesQueue = true
                if isWatchArmed { disarmWatch() }
            }
        }
        if isAwaited, members.isEmpty || boundedWaiters != nil { attendToWaiters(inbox, &actions) }
    }

    private mutating func attendToWaiters(_ inbox: borrowing Inbox, _ actions: inout QueueActions) {
        if members.isEmpty { actions.rare.waiters += waiters.takeAll() }
        if let boundedWaiters, !boundedWaiters.look(at: self, inbox, &actions) { self.boundedWaiters = nil }
        isAwaited = !waiters.isEmpty || boundedWaiters != nil
    }
}
