internal import ConcurrencyPrimitives
public import Operations

/// Waits that a deadline or a cancellation ends (rules 4.8 and 9.9).
private enum BoundedWaits {
    private final class EarlyEnd: Sendable {
        /// 1 once the deadline or a cancellation has ended the wait. Set before that wakes it.
        let word = Atomic<UInt64>(0)
    }

    private static let lastNumber = Atomic<UInt64>(0)

    /// Suspends the calling task until it is woken, the time is over, or it is cancelled.
    ///
    /// - Parameters:
    ///   - enlist: Keeps the waiter, or returns false if there is nothing to wait for.
    ///   - take: Takes the waiter of that number out and wakes it, if it is there still; before it does, it calls its second
    ///     argument.
    /// - Returns: Whether the wait has ended early.
    static func wait(
        _ timeout: Duration?, _ defect: Defect?, enlist: (Waiter) -> Bool,
        take: @escaping @Sendable (UInt64, _ noteEarlyEnd: () -> Void) -> Void
    ) async -> Bool {
        let (number, isEarly) = (lastNumber.adding(1), EarlyEnd())
        @Sendable func end() { take(number) { isEarly.word.store(1) } }
        let waitsOn = defect == .cancelledWaiterWaitsOn
        var timer: Task<Void, Never>?
        await withTaskCancellationHandler {
            await suspend { resumption in
                guard enlist(.boundedTask(resumption, number)) else { return resumption.resume() }
                // What happened before the waiter was kept has found none.
                if Task.isCancelled && !waitsOn { end() }
                if let timeout, defect != .deadlineIsIgnored {
                    timer = startTask {
                        if (try? await Task.sleep(for: timeout)) != nil { end() }
                    }
                }
            }
        } onCancel: {
            if !waitsOn { end() }
        }
        timer?.cancel()
        return isEarly.word.load() == 1
    }

    static func ended(_ waitedFor: String, _ defect: Defect?) -> WaitEndedEarly {
        WaitEndedEarly(
            Task.isCancelled ? .cancellation : .deadline,
            waitedFor: defect == .endedWaitSaysNothing ? "" : waitedFor)
    }
}

extension FaultyOperation {
    public func waitUntilFinished(timeout: Duration?) async throws(WaitEndedEarly) {
        await FaultyQueue.leavingSlot {
            _ = await BoundedWaits.wait(timeout, defect, enlist: enlist) { number, _ in
                self.domain.change { change in
                    change.waiters += self.waiters.filter { $0.has(number) }
                    self.waiters.removeAll { $0.has(number) }
                }
            }
        }
        let obstacles = domain.read { hasEnded ? nil : currentNames }
        guard let obstacles else { return }
        if defect == .cancelledWaitCancels && Task.isCancelled { cancel() }
        throw BoundedWaits.ended(obstacles, defect)
    }

    /// The names of this operation and of all operations that it waits for.
    private var currentNames: String {
        var found: [FaultyOperation] = [self]
        var index = 0
        while index < found.count {
            found += found[index].currentObstacles.filter { !found.contains($0) }
            index += 1
        }
        return found.map { $0.currentName ?? "an operation" }.joined(separator: ", which waits for ")
    }
}

extension FaultyQueue {
    public func waitUntilAllOperationsAreFinished(timeout: Duration?) async throws(WaitEndedEarly) {
        var isEarly = false
        await Self.leavingSlot {
            isEarly = await BoundedWaits.wait(timeout, defect, enlist: enlist) { number, noteEarlyEnd in
                self.domain.change { change in
                    let ended = self.waiters.map(\.waiter).filter { $0.has(number) }
                    if !ended.isEmpty { noteEarlyEnd() }
                    change.waiters += ended
                    self.waiters.removeAll { $0.waiter.has(number) }
                }
            }
        }
        let names = domain.read { currentOperations.map { $0.currentName ?? "an operation" } }
        // Somebody may have added something since all had finished.
        if names.isEmpty || !isEarly { return }
        throw BoundedWaits.ended(names.joined(separator: ", "), defect)
    }

    // MARK: Waiting inside an operation

    /// Waits, and if the caller is part of an operation, leaves its slot to others meanwhile (rule 6.10).
    static func leavingSlot(_ wait: () -> Void) {
        ofTask?.countWaiting(1)
        wait()
        ofTask?.countWaiting(-1)
    }

    /// Waits, and if the caller is part of an operation, leaves its slot to others meanwhile (rule 6.10).
    static func leavingSlot(
        isolation: isolated (any Actor)? = #isolation, _ wait: () async -> Void
    ) async {
        ofTask?.countWaiting(1)
        await wait()
        ofTask?.countWaiting(-1)
    }

    private func countWaiting(_ count: Int) {
        if defect == .waitsAreNeverOver && count < 0 { return }
        domain.change { _ in waitingInside += count }
    }
}

extension Defect {
    static let cancelledWaiterWaitsOn = Defect(
        "cancelledWaiterWaitsOn", .boundedWaiting, "a waiting task that is cancelled goes on waiting",
        caughtBy: "4.8", "9.9")
    static let waitsAreNeverOver = Defect(
        "waitsAreNeverOver", .concurrencyLimit,
        "what an operation that waits leaves to others at a limit of -1 is never taken back", caughtBy: "6.13"
    )
    static let deadlineIsIgnored = Defect(
        "deadlineIsIgnored", .boundedWaiting, "a wait whose time is over goes on", caughtBy: "4.8")
    static let endedWaitSaysNothing = Defect(
        "endedWaitSaysNothing", .boundedWaiting, "a wait that ended early does not say what it was for",
        caughtBy: "4.8")
    static let cancelledWaitCancels = Defect(
        "cancelledWaitCancels", .boundedWaiting, "cancelling a task cancels the operation that it waits for",
        caughtBy: "4.8", "9.9")
}
