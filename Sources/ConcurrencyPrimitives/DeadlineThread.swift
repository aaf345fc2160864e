/// The thread that calls what is due.
///
/// It is started with the first deadline, and stays: one thread a process. It sleeps in the kernel until the earliest
/// deadline, or until there is an earlier one. A deadline that is removed doesn't wake it before its time: most are, and
/// the thread then wakes once for all that were removed meanwhile. Without a deadline it doesn't wake at all.
final class DeadlineThread: Sendable {
    static let shared = DeadlineThread()

    private enum Thread {
        case notStarted
        /// It will look at the heap before it sleeps.
        case awake
        case asleep(until: UInt64)

        /// What it was when the next deadline became `next`. It is awake from then on, if it would sleep too long.
        mutating func wake(for next: UInt64) -> Thread {
            if case .asleep(let end) = self, end <= next { return .awake }
            defer { self = .awake }
            return self
        }
    }

    private struct State {
        var deadlines = DeadlineHeap()
        var thread = Thread.notStarted

        /// When the thread is to look next.
        var next: UInt64 { deadlines.first?.time ?? .max }
    }

    /// The thread says under the lock until when it sleeps. Whoever adds an earlier deadline finds that there, and wakes the
    /// thread once.
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

    /// The deadline isn't called any more, unless that has begun.
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
            // A permit that it doesn't wait for, since the time was over just then, makes it look once more.
            if due.isEmpty { _ = parker.park(until: next) }
        }
    }
}
