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

    private var core = SchedulingCore()
    private var batch: [QueueEvent] = []
    private nonisolated let inbox = Inbox()
    private nonisolated let handle = OwnerHandle()

    public init() { handle.queue = self }

    public nonisolated var capabilities: QueueCapabilities { QueueCapabilities() }

    /// The queue whose operation the calling code is part of; nil outside of any.
    public static var current: ActorOperationQueue? { CurrentQueue.owner as? ActorOperationQueue }

    // MARK: Adding and steering

    /// Adds an operation, to start once its dependencies have finished.
    ///
    /// Verified by rules 1.16, 3.1, 8.1 and 8.10.
    ///
    /// - Precondition: `operation` has never been added to a queue, nor started (rule 8.1).
    /// - Complexity: O(1) plus O(*d*) for *d* dependencies.
    public nonisolated func addOperation(_ operation: Operation) {
        operation.join(handle)
        post(.added(operation))
    }

    /// Adds operations in their order, as one event.
    public nonisolated func addOperations(_ operations: [Operation]) {
        for operation in operations { operation.join(handle) }
        post(.addedAll(operations))
    }

    /// Cancels every operation that is queued or executing; removes none by itself (rule 2.10).
    public nonisolated func cancelAllOperations() { post(.cancelledAll) }

    /// While suspended, no operation starts; what executes goes on (family 7 of the rules).
    public nonisolated func setSuspended(_ suspended: Bool) { post(.suspended(suspended)) }

    /// Sets how many operations may execute at once: −1 for as many as there are processors, 0 for none.
    ///
    /// - Precondition: −1 or more (rule 6.6).
    public nonisolated func setMaxConcurrentOperationCount(_ count: Int) {
        checkLimit(count)
        post(.limited(count))
    }

    /// Sets the name for people. By default, it is the type and the address.
    public nonisolated func setName(_ name: String?) { post(.named(name)) }

    // MARK: Asking and waiting

    public var isSuspended: Bool {
        drain()
        return core.isSuspended
    }

    public var maxConcurrentOperationCount: Int {
        drain()
        return core.limit
    }

    public var name: String? {
        drain()
        return core.name ?? defaultName(of: self)
    }

    /// The operations that haven't finished, in the order of adding. O(*n*).
    public var operations: [Operation] {
        drain()
        return Array(core.members)
    }

    /// The number of operations that haven't finished. O(1).
    public var operationCount: Int {
        drain()
        return core.members.count
    }

    /// Returns when no operation is left, those included that are added meanwhile.
    ///
    /// Verified by rules 9.2 to 9.4.
    public nonisolated func waitUntilAllOperationsAreFinished() async {
        await Waiter.suspend { waiter in
            post(.waiting(waiter))
            return true
        }
    }

    // MARK: Working

    private nonisolated func post(_ event: QueueEvent) {
        if inbox.append(event) { startTask { await self.drain(isJob: true) } }
    }

    /// Takes in all events that are there, in their order.
    private func drain(isJob: Bool = false) {
        inbox.take(into: &batch, isJob: isJob)
        for event in batch { perform(core.handle(event)) }
        batch.removeAll(keepingCapacity: true)
    }

    private func perform(_ actions: QueueActions) {
        actions.hold(self)
        actions.perform(for: self) { WorkerTask.start { await self.work() } }
    }

    /// A worker's life: one visit to the actor an operation.
    private nonisolated func work() async {
        let context = WorkerContext(queue: self)
        var operation: Operation?
        var outcome = WorkerContext.Outcome()
        repeat {
            let next = await advance(after: operation, outcome)
            outcome.rest?.completionBlock?()
            operation = next
            // Lets go of what the last operation has left.
            outcome = WorkerContext.Outcome()
            if let next { outcome = context.start(next) }
        } while operation != nil
    }

    private func advance(
        after operation: Operation?, _ outcome: WorkerContext.Outcome
    ) -> Operation? {
        drain()
        let (next, actions) = core.advance(after: operation, outcome)
        perform(actions)
        return next
    }
}

extension ActorOperationQueue: OperationOwner {
    package nonisolated func operationMayStart(_ operation: Operation) { post(.mayStart(operation)) }
    package nonisolated func operationDidFinish(_ operation: Operation) { post(.finished(operation)) }
    package nonisolated func operationPriorityDidChange(_ operation: Operation) {
        post(.priorityChanged(operation))
    }
}
