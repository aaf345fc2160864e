internal import ConcurrencyPrimitives
public import Operations

/// Waiting for the queue, and what is to be said when a wait ends early.
extension ActorOperationQueue {
    /// Returns when no operation is left, those included that are added meanwhile.
    ///
    /// Verified by rules 9.2 to 9.4.
    public nonisolated func waitUntilAllOperationsAreFinished() async {
        await Waiter.suspend { register($0) }
    }

    /// Returns when no operation is left, or when the time is over, or when the calling task is cancelled.
    ///
    /// Verified by rules 4.8 and 9.9.
    ///
    /// The actor has no part in when the wait ends. It is asked afterwards what the queue holds; if it doesn't answer
    /// within a second, because code of a client blocks it, say, the error says so instead.
    ///
    /// - Parameter timeout: How long to wait; nil for as long as the task isn't cancelled.
    /// - Throws: `WaitEndedEarly`, which says what the queue holds.
    public nonisolated(nonsending) func waitUntilAllOperationsAreFinished(
        timeout: Duration?
    ) async throws(WaitEndedEarly) {
        let reason = await BoundedWait.suspend(timeout: timeout, register) { post(.waitEnded($0)) }
        guard let reason else { return }
        let content = await contentIfAnswered()
        // With a time that short, the deadline may come before the actor has taken the wait in.
        if reason == .deadline, content?.count == 0 { return }
        throw WaitEndedEarly(
            reason,
            waitedFor: content?.describeWait(for: self)
                ?? "\(defaultName(of: self)) was empty; its actor is held up and doesn't say what it holds")
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

    private nonisolated func register(_ waiter: Waiter) -> Bool {
        post(.waiting(waiter))
        return true
    }

    /// What the text of an error needs; nil if the actor doesn't come to answer within a second.
    private nonisolated(nonsending) func contentIfAnswered() async -> QueueContent? {
        let answer = Promise<QueueContent>()
        let lateness = await BoundedWait.suspend(timeout: .seconds(1), endsWithTask: false) { waiter in
            startTask {
                answer.fulfill(await self.content(upTo: QueueContent.describedMembers))
                waiter.wake()
            }
            return true
        } withdraw: { _ in
            // The task has the waiter, and wakes nobody.
        }
        return lateness == nil ? answer.current : nil
    }
}
