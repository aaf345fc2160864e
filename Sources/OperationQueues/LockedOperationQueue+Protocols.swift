internal import ConcurrencyPrimitives
public import Operations

// What this queue can do and Foundation's can't. It is declared for the protocol and not for the class: there a client's own
// members of these names, in a subclass or an extension, neither override it nor compete with it.

extension OperationQueueProtocol where Self: LockedOperationQueue {
    /// Adds operations in their order, as one event.
    ///
    /// Verified by rules 8.2 and 8.3.
    public func addOperations(_ operations: [Operations.Operation]) { addAll(operations) }

    /// Adds operations in their order, and returns at once or when all of them have finished.
    public func addOperations(_ operations: [Operations.Operation], waitUntilFinished wait: Bool) async {
        await _addAndSuspend(operations, waitUntilFinished: wait)
    }

    public func setSuspended(_ suspended: Bool) { isSuspended = suspended }

    public func setMaxConcurrentOperationCount(_ count: Int) { maxConcurrentOperationCount = count }

    public func setName(_ name: String?) { self.name = name }

    public func setQualityOfService(_ quality: QualityOfService) { qualityOfService = quality }

    public var standardQualityOfService: QualityOfService { standardQuality }

    /// How far the queue has come. Set its total, and the queue counts from then on what it has done.
    ///
    /// Verified by rule 11.5.
    public var workProgress: QueueProgress {
        get { core.withLock { $0.progress } }
        set { setTotalUnitCount(newValue.totalUnitCount) }
    }

    public func setTotalUnitCount(_ count: Int64) { handle(.planned(count)) }

    /// The members of a cycle among the queue's operations, over dependencies and barriers, each waiting for the next and
    /// the last for the first; nil if there is none.
    ///
    /// Verified by rule 4.7.
    ///
    /// - Complexity: O(operations and dependencies that can be reached); O(members) of it under the lock.
    public func dependencyCycle() -> [Operations.Operation]? { content(upTo: .max).cycle }

    /// Has `handler` called after each change of the queue, under no lock, one call at a time. Adding many in one call
    /// is one change.
    ///
    /// Verified by rule 1.24.
    public func observe(_ handler: @escaping @Sendable (QueueChange) -> Void) -> ObservationToken {
        let number = observers.expect(handler)
        // Who adds looks whether somebody observes after it has pushed.
        inbox.meetPushes()
        handle(.observed(observers, number))
        return observers.observation(number)
    }
}
