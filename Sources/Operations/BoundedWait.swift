internal import ConcurrencyPrimitives

/// One wait that may end early: at a deadline, or with the cancellation of the task that waits.
///
/// Three may end it: who brings about what is waited for, the deadline, and the cancellation. The first one does, and
/// wakes who sleeps. So neither of the latter two needs the queue for it, whose lock or actor may be held up: who has
/// waited takes its waiter out of the list when it goes on.
package final class BoundedWait: Sendable {
    private enum State: Sendable {
        case beginning
        case asleep(Waiter.Sleeper)
        /// With the reason, if it has ended early.
        case over(WaitEndedEarly.Reason?)
    }

    /// Changed by whoever sleeps, from `beginning`, and from then on by the first who ends the wait.
    private let state = Mutex(State.beginning)

    /// The place in the list of waiters. Guarded by the lock that guards the list.
    let place = GuardedWord()

    private init() {}

    /// Ends the wait, and wakes who sleeps, if nobody has done so before.
    func end(_ reason: WaitEndedEarly.Reason?) { take(reason)?.wake() }

    private func take(_ reason: WaitEndedEarly.Reason?) -> Waiter.Sleeper? {
        state.withLock { state in
            guard case .asleep(let sleeper) = state else { return nil }
            state = .over(reason)
            return sleeper
        }
    }

    private func sleep(_ sleeper: Waiter.Sleeper) { state.withLock { $0 = .asleep(sleeper) } }

    private var reason: WaitEndedEarly.Reason? {
        state.withLock { if case .over(let reason) = $0 { reason } else { nil } }
    }

    /// Blocks the calling thread until woken, but no longer than `timeout`.
    ///
    /// - Parameters:
    ///   - register: Keeps the waiter, or returns false if there is nothing to wait for.
    ///   - withdraw: Takes the waiter out of where `register` has put it. Called if the wait has ended early.
    /// - Returns: Why it has ended early; nil if what it waited for has come.
    package static func block(
        timeout: Duration, _ register: (Waiter) -> Bool, withdraw: (BoundedWait) -> Void
    ) -> WaitEndedEarly.Reason? {
        let wait = BoundedWait()
        let parker = Parker()
        wait.sleep(.thread(parker))
        return Worker.leavingSlot {
            guard register(Waiter(wait)) else { return nil }
            // Who ends the wait just now has come before the deadline.
            if parker.park(timeout: timeout) || wait.take(.deadline) == nil { return nil }
            withdraw(wait)
            return .deadline
        }
    }

    /// Suspends the calling task until woken, but no longer than `timeout`, nor once the task is cancelled.
    ///
    /// - Parameters:
    ///   - timeout: Nil for as long as it takes.
    ///   - register: Keeps the waiter, or returns false if there is nothing to wait for.
    ///   - withdraw: Takes the waiter out of where `register` has put it. Called if the wait has ended early.
    /// - Returns: Why it has ended early; nil if what it waited for has come.
    package nonisolated(nonsending) static func suspend(
        timeout: Duration?, _ register: (Waiter) -> Bool, withdraw: (BoundedWait) -> Void
    ) async -> WaitEndedEarly.Reason? {
        let wait = BoundedWait()
        var timer: DeadlineTimer?
        await withTaskCancellationHandler {
            await ConcurrencyPrimitives.suspend { resumption in
                wait.sleep(.task(resumption))
                guard register(Waiter(wait)) else { return wait.end(nil) }
                // A cancel that came before found nobody asleep.
                if Task.isCancelled { return wait.end(.cancellation) }
                timer = timeout.map { DeadlineTimer(after: $0) { wait.end(.deadline) } }
            }
        } onCancel: {
            wait.end(.cancellation)
        }
        timer?.cancel()
        guard let reason = wait.reason else { return nil }
        withdraw(wait)
        return reason
    }
}
