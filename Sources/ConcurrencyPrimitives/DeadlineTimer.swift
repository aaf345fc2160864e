/// Calls a closure once after a timeout, unless it is cancelled before.
///
/// A thread of its own makes the call (``DeadlineThread``). It needs no thread of the cooperative pool or of Dispatch, which
/// may all be blocked when a deadline matters. On a controlled thread of an exploration it is a task that sleeps in the
/// controller's time.
package struct DeadlineTimer: Sendable {
    private enum Clock {
        case thread(Deadline)
        case exploration(Task<Void, Never>)
    }

    private let clock: Clock

    /// The first timer of a process starts the thread, and stops the process if the system can't start one.
    ///
    /// - Parameter body: Called after the timeout. It must not block, nor call code of a client.
    package init(after timeout: Duration, _ body: @escaping @Sendable () -> Void) {
        if isExploring(), Exploration.controlling != nil {
            clock = .exploration(
                startTask {
                    do {
                        try await Task.sleep(for: timeout)
                        body()
                    } catch {
                        // Cancelled.
                    }
                })
            return
        }
        let deadline = Deadline(at: MonotonicClock.time(after: timeout), body)
        clock = .thread(deadline)
        DeadlineThread.shared.add(deadline)
    }

    /// Releases the closure. If the time is just over, it may still be called.
    package func cancel() {
        switch clock {
        case .thread(let deadline): DeadlineThread.shared.remove(deadline)
        case .exploration(let task): task.cancel()
        }
    }
}
