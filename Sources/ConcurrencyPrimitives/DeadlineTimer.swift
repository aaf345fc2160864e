/// Calls something once when a time is over, unless it is cancelled before.
///
/// A thread of our own calls it (``DeadlineThread``): it waits neither for a thread of the cooperative pool nor for one of
/// Dispatch, which may all be blocked just when a deadline matters. On a controlled thread of an exploration it is a task
/// that sleeps, whose time the controller lets pass.
package struct DeadlineTimer: Sendable {
    private enum Clock {
        case thread(Deadline)
        case exploration(Task<Void, Never>)
    }

    private let clock: Clock

    /// The first timer of a process starts the thread, and stops the process if the system has none to give.
    ///
    /// - Parameter body: Called once the time is over. It must not block, nor call code of a client.
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

    /// Has the thread let go of what was to be called. It may be called still, if its time is over just now.
    package func cancel() {
        switch clock {
        case .thread(let deadline): DeadlineThread.shared.remove(deadline)
        case .exploration(let task): task.cancel()
        }
    }
}
