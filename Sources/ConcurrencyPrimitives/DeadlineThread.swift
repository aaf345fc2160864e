/// The thread that calls the closures of deadlines.
///
/// The first deadline starts it, and it stays: one thread a process. It sleeps in the kernel until the earliest deadline, or
/// until an earlier one is added. Removing a deadline doesn't wake it. Most deadlines are removed, and the thread then wakes
/// once for all that were. Without a deadline it doesn't wake at all.
final class DeadlineThread: Sendable {
    static let shared = DeadlineThread()

    private enum Thread {
        case notStarted
        /// It will check the heap before it sleeps.
        case awake
        case asleep(until: UInt64)

        /// The state before the next deadline became `next`. From then on it is awake, if it would sleep too long.
        mutating func wake(for next: UInt64) -> Thread {
            if case .asleep(let end) = self, end <= next { return .awake }
            defer { self = .awake }
            return self
        }
    }

    private struct State {
        var deadlines = DeadlineHeap()
        var thread = Thread.notStarted

        /// When the thread has to check the heap next.
        var next: UInt64 { deadlines.first?.time ?? .max }
    }

    /// The thread notes under the lock until when it sleeps. A thread that adds an earlier deadline sees that, and wakes it
    /// once.
    private let state = Mutex(State())
    private let parker = Parker()

    func add(_ deadline: Deadline) {
        let before = state.withLock { state -> Thread in
            state.deadlines.insert(deadline)
            return state.thread.wake(for: state.next)
        }
        switch before {
        case .notStarted: SystemThread.start { self.serve() }
        case .asleep: parker.unpark()
        case .awake: break
        }
    }

    /// Removes the deadline. Its closure isn't called any more, unless the call has begun.
    func remove(_ deadline: Deadline) {
        _ = state.withLock { $0.deadlines.remove(deadline) }
    }

    private func serve() {
        while true {
            let (due, next) = state.withLock { state in
                let due = state.deadlines.takeDue(by: MonotonicClock.now)
                state.thread = due.isEmpty ? .asleep(until: state.next) : .awake
                return (due, state.next)
            }
            for deadline in due { deadline.body() }
            // A permit that came as the time was over makes it check once more.
            if due.isEmpty { _ = parker.park(until: next) }
        }
    }
}
