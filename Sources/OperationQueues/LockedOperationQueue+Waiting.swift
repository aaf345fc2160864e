internal import ConcurrencyPrimitives
public import Operations

/// Waiting that ends, and what can be asked besides.
extension LockedOperationQueue {
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

    func register(_ waiter: Waiter) -> Bool {
        handle(.waiting(waiter))
        return true
    }

    /// Takes the waiter of a wait out that has ended early, and says what the queue held at that moment.
    private func withdraw(_ wait: BoundedWait) -> QueueContent {
        handle(.waitEnded(wait)) { $0.content(upTo: QueueContent.describedMembers) }
    }

    /// The members of a cycle among the queue's operations, over dependencies and barriers, each waiting for the next and
    /// the last for the first; nil if there is none.
    ///
    /// Verified by rule 4.7.
    ///
    /// - Complexity: O(operations and dependencies that can be reached); O(members) of it under the lock.
    public func dependencyCycle() -> [Operation]? {
        content(upTo: .max).cycle
    }

    func content(upTo most: Int) -> QueueContent { handle(nil) { $0.content(upTo: most) } }

    /// Has `handler` called after each change of the queue, under no lock, one call at a time. Adding many in one call
    /// is one change.
    ///
    /// Verified by rule 1.24.
    public func observe(_ handler: @escaping @Sendable (QueueChange) -> Void) -> ObservationToken {
        let number = observers.expect(handler)
        handle(.observed(observers, number))
        return observers.observation(number)
    }

    /// How far the queue has come. Set its total, and the queue counts from then on what it has done.
    ///
    /// Verified by rule 11.5.
    public var workProgress: QueueProgress {
        get { core.withLock { $0.progress } }
        set { setTotalUnitCount(newValue.totalUnitCount) }
    }

    public func setTotalUnitCount(_ count: Int64) { handle(.planned(count)) }

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
    package func operationWaits(_ waits: Bool) { handle(.waitsInside(waits)) }
    package var standardQuality: QualityOfService { standardQualityOfService }
}
