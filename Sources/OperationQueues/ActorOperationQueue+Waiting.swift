public import Operations

/// Waiting for the queue, and what is to be said when a wait ends early.
extension ActorOperationQueue {
    /// Returns when no operation is left, those included that are added meanwhile.
    ///
    /// Verified by rules 9.2 to 9.4.
    public nonisolated func waitUntilAllOperationsAreFinished() async {
        await Waiter.suspend(unless: { inbox.isQueueEmpty }) { waiter in
            post(.waiting(waiter))
            return true
        }
    }

    /// Returns when no operation is left, or when the time is over, or when the calling task is cancelled.
    ///
    /// Verified by rules 4.8 and 9.9.
    ///
    /// The actor has no part in when the wait ends, and isn't asked afterwards: code of a client may block it. What the
    /// error says is what the actor has said of its own accord while somebody waited. If it hasn't come to that yet, as
    /// with a time of zero, the error says that it isn't known what the queue holds.
    ///
    /// - Parameter timeout: How long to wait; nil for as long as the task isn't cancelled.
    /// - Throws: `WaitEndedEarly`, which says what the queue holds.
    public nonisolated(nonsending) func waitUntilAllOperationsAreFinished(
        timeout: Duration?
    ) async throws(WaitEndedEarly) {
        // With a time that short, the deadline would come before the actor.
        if inbox.isQueueEmpty { return }
        var content: QueueContent?
        let reason = await BoundedWait.suspend(timeout: timeout, register(bounded:)) {
            content = boundedWaiters.withdraw($0)
        }
        guard let reason else { return }
        throw WaitEndedEarly(
            reason,
            waitedFor: content?.describeWait(for: self)
                ?? "\(defaultName(of: self)) was empty; its actor hasn't said yet what it holds")
    }

    /// The members of a cycle among the queue's operations, over dependencies and barriers, each waiting for the next and
    /// the last for the first; nil if there is none.
    ///
    /// Verified by rule 4.7.
    ///
    /// - Complexity: O(operations and dependencies that can be reached).
    public nonisolated func dependencyCycle() async -> [Operation]? {
        await content(upTo: .max).cycle
    }

    nonisolated func register(bounded waiter: Waiter) -> Bool {
        if boundedWaiters.register(waiter) { post(.awaited(boundedWaiters)) }
        return true
    }
}
