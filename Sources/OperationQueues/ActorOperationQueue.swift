internal import ConcurrencyPrimitives
public import Operations

/// An operation queue that is an actor.
///
/// What adds, cancels or sets can be called synchronously from anywhere, and puts an event into one inbox,
/// in the order of calling. What asks or waits is `async`, and takes in first what is there. So an event of
/// one caller always comes before its next question.
///
/// Synchronous work runs on threads that may block, never on the cooperative pool: each worker is a task
/// with a thread of its own, that asks the actor for one operation after the other.
///
/// Verified by the conformance suite: `oplab conform --queue actor`.
public actor ActorOperationQueue: OperationQueueProtocol {
    public typealias Operation = Operations.Operation

    var core: SchedulingCore
    nonisolated let inbox = Inbox()
    nonisolated let boundedWaiters = BoundedWaiters()
    package nonisolated let handle = OwnerHandle()
    nonisolated let strategy: SchedulingStrategy
    /// 1 while a job that will take the inbox in is on its way. Set by who sends it, after pushing; cleared by the
    /// job, before it takes in. Both are read-modify-writes of one word: who finds it set pushed before the job
    /// takes in. Whoever else empties the inbox leaves that job to come, so that a busy actor isn't sent one
    /// for every event.
    nonisolated let isJobSent = Atomic<UInt64>(0)

    private nonisolated let observers = QueueObservers()
    private nonisolated let quality = Atomic<Int>(QualityOfService.default.rawValue)
    /// Whether workers work on the main thread.
    nonisolated let isMain: Bool

    /// The main queue: it runs its operations on the main actor, one at a time. Its limit, name and suspension can't be
    /// changed: setting them does nothing.
    ///
    /// Verified by rule 10.3.
    public static let main = ActorOperationQueue(.main, .handBack)

    /// - Parameter strategy: How long workers work, and which operation goes first.
    public init(strategy: SchedulingStrategy = .standard) { self.init(QueueSettings(strategy), strategy) }

    private init(_ settings: QueueSettings, _ strategy: SchedulingStrategy) {
        self.strategy = strategy
        isMain = settings.isMain
        core = SchedulingCore(settings)
        handle.belong(to: self, limit: settings.limit)
    }

    deinit { assert(inbox.isEmpty, "a queue was released with something in its inbox") }

    /// The queue whose operation the calling code is part of; outside of any, nil, but on the main thread the main queue.
    ///
    /// Verified by rules 10.1 and 10.2.
    public static var current: ActorOperationQueue? {
        if let owner = CurrentQueue.owner { return owner as? ActorOperationQueue }
        return MainDispatchQueue.isCurrent ? main : nil
    }

    // MARK: Adding and steering

    /// Adds an operation, to start once its dependencies have finished.
    ///
    /// Verified by rules 1.16, 3.1, 8.1 and 8.10.
    ///
    /// - Precondition: `operation` has never been added to a queue, nor started (rule 8.1).
    /// - Complexity: O(1) plus O(*d*) for *d* dependencies.
    public nonisolated func addOperation(_ operation: consuming Operation) {
        guard handle.addsPlainly else { return addAnnounced(operation) }
        let mustWake =
            operation.join(handle)
            ? inbox.push(sharing: operation) : inbox.push(.operation(.passingOn(operation)))
        if mustWake || observers.isUsed { sendJob() }
    }

    /// The same, explored, announced to those who want to know, and noted in the trace that is recorded.
    @inline(never)
    private nonisolated func addAnnounced(_ operation: Operation) {
        handle.announce([operation]) {
            let trace = AddingTrace(of: operation)
            defer { trace.end(self) }
            let mustWake =
                operation.join(handle)
                ? inbox.push(sharing: operation) : inbox.push(.operation(.passRetained(operation)))
            if mustWake || observers.isUsed { sendJob() }
        }
    }

    /// Adds an operation that runs `block`.
    ///
    /// Verified by the rules of ``addOperation(_:)``.
    public nonisolated func addOperation(_ block: consuming @escaping @Sendable () -> Void) {
        addOperation(BlockOperation(block: block))
    }

    /// Adds operations in their order, as one event.
    ///
    /// Verified by rules 8.2 and 8.3.
    public nonisolated func addOperations(_ operations: [Operation]) {
        handle.announce(operations) {
            for operation in operations { AddingTrace.join(operation, handle, self) }
            post(.addedAll(operations))
        }
    }

    /// Adds a block that starts when all that was added before has finished; nothing that is added later starts before it
    /// has finished, but for cancelled operations.
    ///
    /// The barrier is an operation of this queue: ``operations`` lists it. ``cancelAllOperations()`` spares it.
    ///
    /// Verified by rules 11.1, 11.2 and 11.4.
    ///
    /// - Complexity: O(1), and O(operations behind it) when it has finished.
    public nonisolated func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {
        let operation = BlockOperation(block: barrier)
        handle.announce([operation]) {
            AddingTrace.join(operation, handle, self)
            post(.addedBarrier(operation))
        }
    }

    /// Cancels every operation that is queued or executing; removes none by itself (rule 2.10). Those that wait come first,
    /// so that none of them runs because another has ended by this.
    public nonisolated func cancelAllOperations() { post(.cancelledAll) }

    /// While suspended, no operation starts; what executes goes on (family 7 of the rules).
    public nonisolated func setSuspended(_ suspended: Bool) { post(.suspended(suspended)) }

    /// Sets how many operations may execute at once: −1 lets the queue decide, 0 stops it (family 6).
    ///
    /// What −1 means, ``LockedOperationQueue/maxConcurrentOperationCount`` says.
    ///
    /// - Precondition: −1 or more (rule 6.6).
    public nonisolated func setMaxConcurrentOperationCount(_ count: Int) {
        checkLimit(count)
        handle.noteLimit(count)
        post(.limited(count))
    }

    /// Sets the name for people. By default, it is the type and the address.
    public nonisolated func setName(_ name: String?) { post(.named(name)) }

    /// Sets what the operations of this queue are for that say nothing themselves. It counts for workers that are started
    /// from then on.
    ///
    /// Verified by rules 5.7 and 5.8.
    public nonisolated func setQualityOfService(_ quality: QualityOfService) {
        self.quality.store(quality.rawValue)
    }

    /// Sets how many units of work there are to be, from when on the queue counts what it has done (rule 11.5).
    public nonisolated func setTotalUnitCount(_ count: Int64) { post(.planned(count)) }

    /// Has `handler` called after each change of the queue, one call at a time. Adding many in one call is one change.
    ///
    /// Verified by rule 1.24.
    public nonisolated func observe(_ handler: @escaping @Sendable (QueueChange) -> Void) -> ObservationToken
    {
        let number = observers.expect(handler)
        post(.observed(observers, number))
        return observers.observation(number)
    }

    // MARK: Asking

    public nonisolated var standardQualityOfService: QualityOfService {
        QualityOfService(rawValue: quality.load())!
    }

    public nonisolated(nonsending) var workProgress: QueueProgress {
        get async { await handle(nil, answer: \.progress) }
    }

    public nonisolated(nonsending) var isSuspended: Bool {
        get async { await handle(nil, answer: \.isSuspended) }
    }

    public nonisolated(nonsending) var maxConcurrentOperationCount: Int {
        get async { await handle(nil, answer: \.settings.limit) }
    }

    public nonisolated(nonsending) var name: String? {
        get async { await handle(nil, answer: \.settings.name) ?? defaultName(of: self) }
    }

    /// The operations that haven't finished, in the order of adding. O(*n*).
    public nonisolated(nonsending) var operations: [Operation] {
        get async { await handle(nil) { Array($0.members) } }
    }

    /// The number of operations that haven't finished. O(1), besides O(1) for each that was added and not yet taken in.
    public nonisolated(nonsending) var operationCount: Int {
        get async { await handle(nil, answer: \.members.count) }
    }

    nonisolated(nonsending) func content(upTo most: Int) async -> QueueContent {
        await handle(nil) { $0.content(upTo: most) }
    }
}

extension ActorOperationQueue: OperationOwner {
    package nonisolated func operationMayStart(_ operation: Operation) { post(.mayStart(operation)) }
    package nonisolated func operationDidFinish(_ operation: Operation) { post(.finished(operation)) }
    package nonisolated func operationPriorityDidChange(_ operation: Operation) {
        post(.priorityChanged(operation))
    }
    package nonisolated func operationWaits(_ waits: Bool, seat: UInt) {
        post(.waitsInside(waits, seat: seat))
    }
    package nonisolated var standardQuality: QualityOfService { standardQualityOfService }
}
