internal import ConcurrencyPrimitives

extension Operation {
    /// ``waitUntilFinished()-swift.method``, as this class does it.
    final func block() {
        if hasFinished { return }
        Waiter.block { register($0) }
    }

    /// Returns when the operation has finished.
    ///
    /// Verified by rules 6.10 and 9.1.
    public final func waitUntilFinished() async {
        if hasFinished { return }
        await Waiter.suspend { register($0) }
    }

    /// Blocks the calling thread until the operation has finished, but not longer than `timeout`.
    ///
    /// Never call it on a thread of the cooperative pool: in a task, `await` instead.
    ///
    /// - Throws: ``WaitEndedEarly`` when the time is over; it says what the operation waits for.
    public final func waitUntilFinished(timeout: Duration) throws(WaitEndedEarly) {
        if hasFinished { return }
        let reason = BoundedWait.block(timeout: timeout, register, expire: expire)
        if let reason { throw WaitEndedEarly(reason, waitedFor: waitDescription) }
    }

    /// Returns when the operation has finished, or when the time is over, or when the calling task is cancelled. The
    /// operation goes on in any case.
    ///
    /// Verified by rules 4.8 and 9.9.
    ///
    /// - Parameter timeout: How long to wait; nil for as long as the task isn't cancelled.
    /// - Throws: ``WaitEndedEarly``, which says what the operation waits for.
    public final func waitUntilFinished(timeout: Duration?) async throws(WaitEndedEarly) {
        if hasFinished { return }
        let reason = await BoundedWait.suspend(timeout: timeout, register, expire: expire)
        if let reason { throw WaitEndedEarly(reason, waitedFor: waitDescription) }
    }

    private func register(_ waiter: Waiter) -> Bool { shareLinks { $0.waiters.append(waiter) } }

    private var expire: @Sendable (UInt64) -> Void {
        { number in self.links.withLock { $0.changeIfPresent { $0.waiters.take(number) } ?? nil }?.wake()
        }
    }

    /// What has to come about for the operation to finish, in words.
    private var waitDescription: String {
        var text = "\(described) had finished"
        if let cycle = DependencyCycle.find(from: [self]) {
            text += "; it waits for a dependency cycle: " + describeCycle(cycle)
        } else if isExecuting {
            text += "; it is executing"
        } else {
            let unfinished = dependencies.filter { !$0.isFinished }
            if !unfinished.isEmpty, !isCancelled {
                text += "; it waits for " + describeSome(unfinished)
            } else {
                text +=
                    snapshot.has(OperationState.added) ? "; it waits for its queue" : "; it is in no queue"
            }
        }
        return text
    }
}

/// Who waits for whom.
package func describeCycle(_ members: [Operation]) -> String {
    (members + members.prefix(1)).map(\.described).joined(separator: " waits for ")
}

/// The first few of them, and how many there are besides.
package func describeSome(_ operations: [Operation]) -> String {
    let shown = operations.prefix(5).map(\.described).joined(separator: ", ")
    return operations.count > 5 ? "\(shown) and \(operations.count - 5) more" : shown
}
