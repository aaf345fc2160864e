internal import ConcurrencyPrimitives

/// Waiting that somebody else may end: a deadline, or the cancellation of the task that waits.
package enum BoundedWait {
    /// Blocks the calling thread until woken, but not longer than `timeout`.
    ///
    /// - Parameters:
    ///   - register: Keeps the waiter, or returns false if there is nothing to wait for.
    ///   - expire: Takes the waiter of that number out and wakes it, if it is there still.
    package static func block(
        timeout: Duration, _ register: (Waiter) -> Bool, expire: @escaping @Sendable (UInt64) -> Void
    ) {
        let number = Waiter.nextNumber()
        var timer: Task<Void, Never>?
        Waiter.block(number: number) { waiter in
            guard register(waiter) else { return false }
            // Only now: what expires before the waiter is kept finds none.
            timer = startTimer(timeout) { expire(number) }
            return true
        }
        timer?.cancel()
    }

    /// Suspends the calling task until woken, but not longer than `timeout`, nor once the task is cancelled.
    package static func suspend(
        timeout: Duration?, _ register: (Waiter) -> Bool, expire: @escaping @Sendable (UInt64) -> Void
    ) async {
        let number = Waiter.nextNumber()
        var timer: Task<Void, Never>?
        await withTaskCancellationHandler {
            await Waiter.suspend(number: number) { waiter in
                guard register(waiter) else { return false }
                // A cancel that came before the waiter was kept has found none; nor would a timer.
                if Task.isCancelled { expire(number) }
                timer = timeout.map { startTimer($0) { expire(number) } }
                return true
            }
        } onCancel: {
            expire(number)
        }
        timer?.cancel()
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
