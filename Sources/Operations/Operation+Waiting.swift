internal import ConcurrencyPrimitives

// What waits in a way that Foundation's operation doesn't know is declared for the protocol and not for the class: there a
// client's own members of these names, in a subclass or an extension, neither override it nor compete with it.

extension BoundedWaitingOperation where Self: Operation {
    /// Returns when the operation has finished.
    ///
    /// Verified by rules 6.10 and 9.1.
    public func waitUntilFinished() async { await _suspendUntilFinished() }

    /// Blocks the calling thread until the operation has finished, but not longer than `timeout`, whatever other threads
    /// do.
    ///
    /// Never call it on a thread of the cooperative pool: in a task, `await` instead.
    ///
    /// - Throws: ``WaitEndedEarly`` when the time is over; it says what the operation waits for.
    public func waitUntilFinished(timeout: Duration) throws(WaitEndedEarly) {
        if hasFinished { return }
        let reason = BoundedWait.block(timeout: timeout, register, withdraw: withdraw)
        if let reason { throw WaitEndedEarly(reason, waitedFor: waitDescription) }
    }

    /// Returns when the operation has finished, or when the time is over, or when the calling task is cancelled. The
    /// operation goes on in any case.
    ///
    /// Verified by rules 4.8 and 9.9.
    ///
    /// - Parameter timeout: How long to wait; nil for as long as the task isn't cancelled.
    /// - Throws: ``WaitEndedEarly``, which says what the operation waits for.
    public nonisolated(nonsending) func waitUntilFinished(
        timeout: Duration?
    ) async throws(WaitEndedEarly) {
        if hasFinished { return }
        let reason = await BoundedWait.suspend(timeout: timeout, register, withdraw: withdraw)
        if let reason { throw WaitEndedEarly(reason, waitedFor: waitDescription) }
    }
}

extension Operation {
    /// What the protocol's asynchronous wait is. It has to be said: of the methods with that name the compiler would take the one
    /// of the class, which blocks.
    @_implements(OperationProtocol,waitUntilFinished())
    public final func _suspendUntilFinished() async {
        await Waiter.suspend(unless: { hasFinished }) { register($0) }
    }

    /// ``waitUntilFinished()-swift.method``, as this class does it.
    final func block() {
        Waiter.block(unless: { hasFinished }) { register($0) }
    }

    fileprivate func register(_ waiter: Waiter) -> Bool { shareLinks { $0.waiters.append(waiter) } }

    fileprivate func withdraw(_ wait: BoundedWait) {
        links.withLock { links in _ = links.changeIfPresent { $0.waiters.remove(wait) } }
    }

    /// What has to come about for the operation to finish, in words.
    fileprivate var waitDescription: String {
        var text = "\(described) had finished"
        let search = DependencyCycle.search(from: [self])
        if search.members != nil { return text + search.description }
        if isExecuting {
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
        return text + search.description
    }
}

/// Who waits for whom.
package func describeCycle(_ members: [Operation]) -> String {
    (members + members.prefix(1)).map(\.described).joined(separator: " waits for ")
}

/// The first few of them, and how many there are besides.
package func describeSome(_ operations: [Operation]) -> String {
    describeSome(operations, of: operations.count)
}

/// The first few of them, and how many there are besides if they are `count` in all.
package func describeSome(_ operations: [Operation], of count: Int) -> String {
    let shown = operations.prefix(5).map(\.described).joined(separator: ", ")
    let others = count - min(operations.count, 5)
    if shown.isEmpty { return count == 1 ? "1 operation" : "\(count) operations" }
    return others > 0 ? "\(shown) and \(others) more" : shown
}
