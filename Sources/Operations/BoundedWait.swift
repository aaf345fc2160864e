internal import ConcurrencyPrimitives

/// Waiting that somebody else may end: a deadline, or the cancellation of the task that waits.
package enum BoundedWait {
    /// Blocks the calling thread until woken, but hardly longer than `timeout`: until a thread of the cooperative pool is
    /// free then.
    ///
    /// - Parameters:
    ///   - register: Keeps the waiter, or returns false if there is nothing to wait for.
    ///   - expire: Takes the waiter of that number out and wakes it, if it is there still.
    /// - Returns: Why it was woken early; nil if what it waited for has come.
    package static func block(
        timeout: Duration, _ register: (Waiter) -> Bool, expire: @escaping @Sendable (UInt64) -> Void
    ) -> WaitEndedEarly.Reason? {
        let ending = WaitEnding()
        var timer: Task<Void, Never>?
        Waiter.block(ending) { waiter in
            guard register(waiter) else { return false }
            // Only now: what expires before the waiter is kept finds none.
            timer = startTimer(timeout) { ending.ask(.deadline, expire) }
            return true
        }
        timer?.cancel()
        return ending.reason
    }

    /// Suspends the calling task until woken, but hardly longer than `timeout`, nor once the task is cancelled.
    ///
    /// - Returns: Why it was woken early; nil if what it waited for has come.
    package static func suspend(
        timeout: Duration?, _ register: (Waiter) -> Bool, expire: @escaping @Sendable (UInt64) -> Void
    ) async -> WaitEndedEarly.Reason? {
        let ending = WaitEnding()
        var timer: Task<Void, Never>?
        await withTaskCancellationHandler {
            await Waiter.suspend(ending) { waiter in
                guard register(waiter) else { return false }
                // A cancel that came before the waiter was kept has found none; nor would a timer.
                if Task.isCancelled { ending.ask(.cancellation, expire) }
                timer = timeout.map { startTimer($0) { ending.ask(.deadline, expire) } }
                return true
            }
        } onCancel: {
            ending.ask(.cancellation, expire)
        }
        timer?.cancel()
        return ending.reason
    }

    private static func startTimer(
        _ timeout: Duration, _ body: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        startTask {
            do {
                try await Task.sleep(for: timeout)
                body()
            } catch {
                // Cancelled: what was waited for has come.
            }
        }
    }
}

/// How one wait ends that may end early.
package final class WaitEnding: Sendable {
    private static let isTakenOut: UInt64 = 4

    /// What the waiter can be taken out by.
    package let number: UInt64
    /// 1 or 2 for the first who asked that the wait end, and ``isTakenOut`` once it does end for that. Set before the
    /// waiter is woken.
    private let word = Atomic<UInt64>(0)

    private static let lastNumber = Atomic<UInt64>(0)

    init() { number = Self.lastNumber.adding(1) }

    /// Asks that the wait end, for a reason; the first that is given counts.
    func ask(_ reason: WaitEndedEarly.Reason, _ expire: (UInt64) -> Void) {
        _ = word.compareExchange(expected: 0, desired: reason == .deadline ? 1 : 2)
        expire(number)
    }

    /// The waiter was taken out because somebody asked for it.
    func takeOut() { _ = word.formUnion(Self.isTakenOut) }

    /// Why the wait has ended early; nil if it hasn't.
    var reason: WaitEndedEarly.Reason? {
        let word = word.load()
        if word & Self.isTakenOut == 0 { return nil }
        return word & 1 != 0 ? .deadline : .cancellation
    }
}
