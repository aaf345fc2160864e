internal import ConcurrencyPrimitives
public import Dispatch
public import Operations

/// An operation queue behind a lock.
///
/// A drop-in for Foundation's `OperationQueue`: the same names, synchronous. A call takes one lock, under which no
/// code of a client runs, for as long as it takes to take in what was added since the last; adding an operation takes
/// none while a worker is certain to come back.
///
/// Synchronous work runs on threads that may block. A worker thread runs one operation after the other; how long,
/// and what it runs next, the ``SchedulingStrategy`` says.
///
/// ## Thread safety
///
/// Everything can be called from any thread or task, also from inside an operation. What blocks says so.
///
/// Verified by the conformance suite: `oplab conform --queue lock`.
///
/// - Note: Open, as Foundation's is. `@unchecked` because it can be subclassed: its own fields are constants, and each is
///   `Sendable`, but for one that only the inits write.
open class LockedOperationQueue: OperationQueueProtocol, @unchecked Sendable {
    public typealias Operation = Operations.Operation

    let core: ContendedMutex<SchedulingCore>
    let inbox = Inbox()
    package let handle = OwnerHandle()
    let strategy: SchedulingStrategy
    let observers = QueueObservers()
    let quality = Atomic<Int>(QualityOfService.default.rawValue)
    let attached = Mutex<(any AnyObject & Sendable)?>(nil)
    /// Whether the queue's class is one of this package, and no subclass of a client's. Written by the inits alone.
    package final var isOfPackage = false

    /// The main queue: it runs its operations where the main dispatch queue runs, one at a time. That is the main thread,
    /// but on Linux after `dispatchMain()`; and it takes somebody who lets the main dispatch queue run: waiting for it on the
    /// main thread never ends. Its limit, name, suspension
    /// and underlying queue can't be changed: setting them does nothing.
    ///
    /// Verified by rule 10.3.
    open class var main: LockedOperationQueue { mainQueue }

    private static let mainQueue = LockedOperationQueue(onMain: ())

    /// A queue that runs its operations where the main dispatch queue runs (rule 10.3).
    package init(onMain: ()) {
        strategy = .handBack
        core = ContendedMutex(SchedulingCore(.main))
        handle.belong(to: self, limit: 1)
    }

    /// - Parameter strategy: How long workers work, and which operation goes first.
    public init(strategy: SchedulingStrategy) {
        self.strategy = strategy
        core = ContendedMutex(SchedulingCore(QueueSettings(strategy)))
        handle.belong(to: self)
        isOfPackage = type(of: self) == LockedOperationQueue.self
    }

    /// A queue with the standard strategy.
    public init() {
        strategy = .standard
        core = ContendedMutex(SchedulingCore(QueueSettings(strategy)))
        handle.belong(to: self)
        isOfPackage = type(of: self) == LockedOperationQueue.self
    }

    deinit { assert(inbox.isEmpty, "a queue was released with something in its inbox") }

    /// The queue whose operation the calling code is part of; outside of any, nil, but on the main thread the main queue.
    ///
    /// Verified by rules 10.1 and 10.2.
    open class var current: LockedOperationQueue? {
        if let owner = CurrentQueue.owner { return owner as? LockedOperationQueue }
        return isWhereTheMainQueueRuns ? main : nil
    }

    /// Whether the calling code is where the main dispatch queue runs.
    package static var isWhereTheMainQueueRuns: Bool { MainDispatchQueue.isCurrent }

    // MARK: Adding

    /// Adds an operation, to start once its dependencies have finished.
    ///
    /// Verified by rules 1.16, 3.1, 8.1 and 8.10.
    ///
    /// - Precondition: `operation` has never been added to a queue, nor started (rule 8.1).
    /// - Complexity: O(1) plus O(*d*) for *d* dependencies.
    open func addOperation(_ operation: Operation) { add(operation) }

    /// Not the method that subclasses override: an override that doesn't say `consuming` itself is called as if it did,
    /// and what it was given is never let go of (Swift 6.3).
    package final func add(_ operation: consuming Operation) {
        guard handle.addsPlainly else { return addAnnounced(operation) }
        let mustWake =
            operation.join(handle)
            ? inbox.push(sharing: operation) : inbox.push(.operation(.passingOn(operation)))
        if mustWake || observers.isUsed { handle(nil) }
    }

    /// The same, explored, announced to those who want to know, and noted in the trace that is recorded.
    @inline(never)
    private func addAnnounced(_ operation: Operation) {
        handle.announce([operation]) {
            let trace = AddingTrace(of: operation)
            defer { trace.end(self) }
            let mustWake =
                operation.join(handle)
                ? inbox.push(sharing: operation) : inbox.push(.operation(.passRetained(operation)))
            if mustWake || observers.isUsed { handle(nil) }
        }
    }

    /// Adds operations in their order, as one event.
    final func addTogether(_ operations: [Operation]) {
        handle.announce(operations) {
            for operation in operations { AddingTrace.join(operation, handle, self) }
            handle(.addedAll(operations))
        }
    }

    /// Adds operations as a subclass may have it, and doesn't wait.
    final func addAll(_ operations: [Operation]) { addOperations(operations, waitUntilFinished: false) }

    /// Adds an operation that runs `block`.
    ///
    /// Verified by the rules of ``addOperation(_:)``.
    open func addOperation(_ block: @escaping @Sendable () -> Void) {
        // A subclass gets to see it as an operation; without one, nobody has to hold it meanwhile.
        if type(of: self) == LockedOperationQueue.self { return add(BlockOperation(block: block)) }
        addOperation(BlockOperation(block: block))
    }

    /// Adds a block that starts when all that was added before has finished; nothing that is added later starts before it
    /// has finished, but for cancelled operations.
    ///
    /// The barrier is an operation of this queue: ``operations`` lists it. ``cancelAllOperations()`` spares it.
    ///
    /// Verified by rules 11.1 to 11.4 and 11.11.
    ///
    /// - Complexity: O(1), and O(operations behind it) when it has finished.
    open func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {
        let operation = BlockOperation(block: barrier)
        handle.announce([operation]) {
            AddingTrace.join(operation, handle, self)
            handle(.addedBarrier(operation))
        }
    }

    /// Adds operations in their order. If `wait` is true, blocks the calling thread until all have finished:
    /// don't do that on a thread of the cooperative pool.
    open func addOperations(_ operations: [Operation], waitUntilFinished wait: Bool) {
        addTogether(operations)
        if wait { for operation in operations { operation.waitUntilFinished() } }
    }

    // MARK: Steering

    /// Cancels every operation that is queued or executing; removes none by itself (rule 2.10). Those that wait come first,
    /// so that none of them runs because another has ended by this.
    open func cancelAllOperations() {
        // Who adds an operation, and then looks whether it is to be cancelled, has pushed it before.
        inbox.meetPushes()
        handle(.cancelledAll)
    }

    /// While true, no operation starts; what executes goes on (family 7 of the rules).
    open var isSuspended: Bool {
        get { core.withLock { $0.settings.isSuspended } }
        set { handle(.suspended(newValue)) }
    }

    /// How many operations may execute at once: −1 lets the queue decide, 0 stops it (family 6).
    ///
    /// At −1 as many compute at once as there are processors. An operation that does nothing for the time being leaves its
    /// place to others: one whose `start` has returned without ending it (rule 6.11); one that waits for something of an
    /// operation queue, up to 4,224 in a process (rule 6.10); and one that is blocked elsewhere, in a lock, a semaphore, `sleep`
    /// or a read, which the queue notices within 100 ms, as long as fewer than 64 others run (rule 6.12).
    ///
    /// - Precondition: −1 or more (rule 6.6).
    open var maxConcurrentOperationCount: Int {
        get { core.withLock { $0.settings.limit } }
        set {
            checkLimit(newValue)
            handle.noteLimit(newValue)
            handle(.limited(newValue))
        }
    }

    /// A name for people. By default, the type and the address.
    open var name: String? {
        get { nameIfSet ?? defaultName(of: self) }
        set { handle(.named(newValue)) }
    }

    /// The name that was set.
    package final var nameIfSet: String? { core.withLock { $0.settings.name } }

    /// What the operations of this queue are for that say nothing themselves. It counts for workers that are started
    /// from then on.
    ///
    /// Verified by rules 5.7 and 5.8.
    open var qualityOfService: QualityOfService {
        get { standardQuality }
        set { quality.store(newValue.rawValue) }
    }

    /// The dispatch queue that the operations run on, each as a work item of its own; nil, as by default, for threads
    /// that the queue gets itself.
    ///
    /// Verified by rules 10.4, 10.5, 10.8 and 11.3.
    ///
    /// - Precondition: The queue is empty (rule 10.4), and it isn't the main dispatch queue (rule 10.5).
    open var underlyingQueue: DispatchQueue? {
        get { core.withLock { $0.settings.underlyingQueue } }
        set {
            if let newValue, MainDispatchQueue.isSame(newValue) {
                misuse(
                    "10.5",
                    "underlyingQueue was set to the main dispatch queue. Use the main operation queue.")
            }
            move(to: newValue)
        }
    }

    /// Sets ``underlyingQueue``, also to the main dispatch queue.
    ///
    /// - Precondition: The queue is empty (rule 10.4). It does nothing on the main queue.
    package final func move(to dispatchQueue: DispatchQueue?) {
        let count = handle(.moved(to: dispatchQueue)) { $0.settings.isMain ? 0 : $0.members.count }
        if count > 0 {
            misuse("10.4", "underlyingQueue was set while the queue held \(count) operations.")
        }
    }

    // MARK: Asking and waiting

    /// The operations that haven't finished, in the order of adding. O(*n*).
    open var operations: [Operation] { handle(nil) { Array($0.members) } }

    /// The number of operations that haven't finished. O(1), besides O(1) for each that was added and not yet taken in.
    open var operationCount: Int { handle(nil) { $0.members.count } }

    /// Blocks the calling thread until no operation is left, those included that are added meanwhile.
    ///
    /// Never call it on a thread of the cooperative pool: in a task, `await` instead.
    ///
    /// Verified by rules 9.2 to 9.4.
    open func waitUntilAllOperationsAreFinished() {
        Waiter.block(unless: { inbox.isQueueEmpty }) { register($0) }
    }
}
