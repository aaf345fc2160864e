internal import ConcurrencyPrimitives
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
public final class LockedOperationQueue: OperationQueueProtocol {
    public typealias Operation = Operations.Operation

    private let core: ContendedMutex<SchedulingCore>
    private let inbox = Inbox()
    private let handle = OwnerHandle()
    private let strategy: SchedulingStrategy

    /// - Parameter strategy: How long workers work, whom they wake, and what a released dependent does.
    public init(strategy: SchedulingStrategy = .standard) {
        self.strategy = strategy
        core = ContendedMutex(SchedulingCore(strategy: strategy))
        handle.queue = self
    }

    deinit { assert(inbox.isEmpty, "a queue was released with something in its inbox") }

    public var capabilities: QueueCapabilities { QueueCapabilities() }

    /// The queue whose operation the calling code is part of; nil outside of any.
    ///
    /// Verified by rules 10.1 and 10.2.
    public static var current: LockedOperationQueue? { CurrentQueue.owner as? LockedOperationQueue }

    // MARK: Adding

    /// Adds an operation, to start once its dependencies have finished.
    ///
    /// Verified by rules 1.16, 3.1, 8.1 and 8.10.
    ///
    /// - Precondition: `operation` has never been added to a queue, nor started (rule 8.1).
    /// - Complexity: O(1) plus O(*d*) for *d* dependencies.
    public func addOperation(_ operation: consuming Operation) {
        operation.join(handle)
        if inbox.push(operation) { visit { _, _ in } }
    }

    /// Adds an operation that runs `block`.
    ///
    /// Verified by the rules of ``addOperation(_:)``.
    public func addOperation(_ block: consuming @escaping @Sendable () -> Void) {
        addOperation(BlockOperation(block: block))
    }

    /// Adds operations in their order, as one event.
    ///
    /// Verified by rules 8.2 and 8.3.
    public func addOperations(_ operations: [Operation]) {
        for operation in operations { operation.join(handle) }
        handle(.addedAll(operations))
    }

    /// Adds operations in their order. If `wait` is true, blocks the calling thread until all have finished:
    /// don't do that on a thread of the cooperative pool.
    public func addOperations(_ operations: [Operation], waitUntilFinished wait: Bool) {
        addOperations(operations)
        if wait { for operation in operations { operation.waitUntilFinished() } }
    }

    /// Adds operations in their order, and returns at once or when all of them have finished.
    public func addOperations(_ operations: [Operation], waitUntilFinished wait: Bool) async {
        addOperations(operations)
        if wait { for operation in operations { await operation.waitUntilFinished() } }
    }

    // MARK: Steering

    /// Cancels every operation that is queued or executing; removes none by itself (rule 2.10).
    public func cancelAllOperations() { handle(.cancelledAll) }

    /// While true, no operation starts; what executes goes on (family 7 of the rules).
    public var isSuspended: Bool {
        get { core.withLock { $0.isSuspended } }
        set { handle(.suspended(newValue)) }
    }

    public func setSuspended(_ suspended: Bool) { isSuspended = suspended }

    /// How many operations may execute at once: −1 for as many as there are processors, 0 for none (family 6).
    ///
    /// - Precondition: −1 or more (rule 6.6).
    public var maxConcurrentOperationCount: Int {
        get { core.withLock { $0.limit } }
        set {
            checkLimit(newValue)
            handle(.limited(newValue))
        }
    }

    public func setMaxConcurrentOperationCount(_ count: Int) { maxConcurrentOperationCount = count }

    /// A name for people. By default, the type and the address.
    public var name: String? {
        get { core.withLock { $0.name } ?? defaultName(of: self) }
        set { handle(.named(newValue)) }
    }

    public func setName(_ name: String?) { self.name = name }

    // MARK: Asking and waiting

    /// The operations that haven't finished, in the order of adding. O(*n*).
    public var operations: [Operation] { visit { core, _ in Array(core.members) } }

    /// The number of operations that haven't finished. O(1), besides O(1) for each that was added and not yet taken in.
    public var operationCount: Int { visit { core, _ in core.members.count } }

    /// Blocks the calling thread until no operation is left, those included that are added meanwhile.
    ///
    /// Never call it on a thread of the cooperative pool: in a task, `await` instead.
    ///
    /// Verified by rules 9.2 to 9.4.
    public func waitUntilAllOperationsAreFinished() {
        Waiter.block { waiter in
            handle(.waiting(waiter))
            return true
        }
    }

    /// Returns when no operation is left, those included that are added meanwhile.
    public func waitUntilAllOperationsAreFinished() async {
        await Waiter.suspend { waiter in
            handle(.waiting(waiter))
            return true
        }
    }

    // MARK: Working

    private func handle(_ event: QueueEvent) { visit { $0.handle(event, &$1) } }

    /// Makes `change` under the lock, with the inbox taken in, and performs what follows from it.
    @inline(__always)
    private func visit<Result>(_ change: (inout SchedulingCore, inout QueueActions) -> Result) -> Result {
        let (result, actions) = core.withLock { core in
            var actions = QueueActions()
            core.takeIn(inbox, &actions)
            let result = change(&core, &actions)
            core.settle(inbox, &actions)
            actions.hold(self)
            return (result, actions)
        }
        actions.perform(for: self) { WorkerThread.start { self.work() } }
        return result
    }

    /// A worker's life: one visit to the core an operation.
    private func work() {
        var life = WorkerLife(for: self, strategy)
        while life.goesOn(with: visit { $0.advance(life.report, &$1) }, inbox) {}
    }
}

extension LockedOperationQueue: OperationOwner {
    package func operationMayStart(_ operation: Operation) { handle(.mayStart(operation)) }
    package func operationDidFinish(_ operation: Operation) { handle(.finished(operation)) }
    package func operationPriorityDidChange(_ operation: Operation) { handle(.priorityChanged(operation)) }
}
