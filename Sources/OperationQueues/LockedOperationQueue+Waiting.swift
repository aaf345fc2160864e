internal import ConcurrencyPrimitives
public import Operations

// Waiting that ends, or suspends a task. Declared for the protocol: see `LockedOperationQueue+Protocols.swift`.

extension OperationQueueProtocol where Self: LockedOperationQueue {
    /// Returns when no operation is left, those included that are added meanwhile.
    public func waitUntilAllOperationsAreFinished() async { await _suspendUntilAllOperationsAreFinished() }

    /// Blocks the calling thread until no operation is left, but not longer than `timeout`.
    ///
    /// Never call it on a thread of the cooperative pool: in a task, `await` instead.
    ///
    /// - Throws: `WaitEndedEarly` when the time is over; it says what the queue holds.
    public func waitUntilAllOperationsAreFinished(timeout: Duration) throws(WaitEndedEarly) {
        var content: QueueContent?
        let reason = BoundedWait.block(timeout: timeout, register) { content = withdraw($0) }
        if let reason, let content {
            throw WaitEndedEarly(reason, waitedFor: content.describeWait(for: self))
        }
    }

    /// Returns when no operation is left, or when the time is over, or when the calling task is cancelled.
    ///
    /// Verified by rules 4.8 and 9.9.
    ///
    /// - Parameter timeout: How long to wait; nil for as long as the task isn't cancelled.
    /// - Throws: `WaitEndedEarly`, which says what the queue holds.
    public nonisolated(nonsending) func waitUntilAllOperationsAreFinished(
        timeout: Duration?
    ) async throws(WaitEndedEarly) {
        var content: QueueContent?
        let reason = await BoundedWait.suspend(timeout: timeout, register) { content = withdraw($0) }
        if let reason, let content {
            throw WaitEndedEarly(reason, waitedFor: content.describeWait(for: self))
        }
    }
}

// What the protocols' asynchronous waits are. It has to be said: of the methods with their names the compiler would take those
// of the class, which block.

extension LockedOperationQueue {
    /// Returns when no operation is left.
    @_implements(BasicOperationQueue,waitUntilAllOperationsAreFinished())
    public final func _suspendUntilAllOperationsAreFinished() async {
        await Waiter.suspend(unless: { inbox.isQueueEmpty }) { register($0) }
    }

    /// Adds operations, and returns at once or when all of them have finished.
    @_implements(BatchingQueue,addOperations(_:waitUntilFinished:))
    public final func _addAndSuspend(_ operations: [Operation], waitUntilFinished wait: Bool) async {
        addAll(operations)
        if wait { for operation in operations { await operation.waitUntilFinished() } }
    }
}

extension LockedOperationQueue {
    func register(_ waiter: Waiter) -> Bool {
        handle(.waiting(waiter))
        return true
    }

    /// Takes the waiter of a wait out that has ended early, and says what the queue held at that moment.
    fileprivate func withdraw(_ wait: BoundedWait) -> QueueContent {
        handle(.waitEnded(wait)) { $0.content(upTo: QueueContent.describedMembers) }
    }

    func content(upTo most: Int) -> QueueContent { handle(nil) { $0.content(upTo: most) } }

    /// Gives this queue the settings of another.
    package func takeSettings(of other: LockedOperationQueue) {
        let settings = other.core.withLock { $0.settings }
        handle(.named(settings.name))
        handle.noteLimit(settings.limit)
        handle(.limited(settings.limit))
        handle(.suspended(settings.isSuspended))
        handle(.moved(to: settings.underlyingQueue))
        quality.store(other.quality.load())
    }

    /// The object that ``attachment(_:)`` has made, if it has.
    package var attachmentIfMade: (any AnyObject & Sendable)? { attached.withLock { $0 } }

    /// The one object that somebody attaches to this queue; made when it is first asked for. Of two that are made at the
    /// same time one is kept.
    package func attachment<Object: AnyObject & Sendable>(_ make: (LockedOperationQueue) -> Object) -> Object
    {
        if let there = attached.withLock({ $0 }) { return there as! Object }
        let new = make(self)
        return attached.withLock { attached in
            if attached == nil { attached = new }
            return attached as! Object
        }
    }
}

extension LockedOperationQueue: OperationOwner {
    package func operationMayStart(_ operation: Operation) { handle(.mayStart(operation)) }
    package func operationDidFinish(_ operation: Operation) { handle(.finished(operation)) }
    package func operationPriorityDidChange(_ operation: Operation) { handle(.priorityChanged(operation)) }
    package func operationWaits(_ waits: Bool, seat: UInt) { handle(.waitsInside(waits, seat: seat)) }
    package var standardQuality: QualityOfService { QualityOfService(rawValue: quality.load())! }
}
