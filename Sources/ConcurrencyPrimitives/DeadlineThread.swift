/// The thread that calls the closures of deadlines.
///
/// The first deadline starts it, and it ends when there was none for so long as it is told. It sleeps in the kernel until the
/// earliest deadline, or until an earlier one is added. Removing a deadline doesn't wake it. Most deadlines are removed, and the
/// thread then wakes once for all that were.
final class DeadlineThread: Sendable {
    /// The process's own, which stays: once it has ended, the system might not be able to start another.
    static let shared = DeadlineThread(idleTime: .seconds(Int64.max))

    private enum Thread {
        /// There is none.
        case ended
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
        var thread = Thread.ended

        /// When the thread has to check the heap next.
        var next: UInt64 { deadlines.first?.time ?? .max }
    }

    /// The thread notes under the lock until when it sleeps. A thread that adds an earlier deadline sees that, and wakes it
    /// once.
    private let state = Mutex(State())
    private let parker = Parker()
    private let idleTime: Duration

    /// - Parameter idleTime: How long the thread waits for a deadline where there is none.
    init(idleTime: Duration) { self.idleTime = idleTime }

    func add(_ deadline: Deadline) {
        let before = state.withLock { state -> Thread in
            state.deadlines.insert(deadline)
            return state.thread.wake(for: state.next)
        }
        switch before {
        case .ended: SystemThread.start { self.serve() }
        case .asleep: parker.unpark()
        case .awake: break
        }
    }

    /// Removes the deadline. Its closure isn't called any more, unless the call has begun, or is about to: then it returns false.
    @discardableResult
    func remove(_ deadline: Deadline) -> Bool { state.withLock { $0.deadlines.remove(deadline) } }

    private func serve() {
        /// Whether it was idle for the whole time.
        var hasIdled = false
        while true {
            let (due, end) = state.withLock { state -> ([Deadline], UInt64?) in
                let due = state.deadlines.takeDue(by: MonotonicClock.now)
                if !due.isEmpty {
                    state.thread = .awake
                    return (due, 0)
                }
                let isIdle = state.deadlines.first == nil
                if isIdle, hasIdled {
                    state.thread = .ended
                    return ([], nil)
                }
                hasIdled = isIdle
                let end = isIdle ? MonotonicClock.time(after: idleTime) : state.next
                state.thread = .asleep(until: end)
                return ([], end)
            }
            guard let end else { return }
            for deadline in due { deadline.body() }
            // A permit that came as the time was over makes it check once more.
            if due.isEmpty, parker.park(until: end) { hasIdled = false }
        }
    }
}
