/// Threads of the system for work that may block: beyond what Dispatch has for us, they are as many as are wanted, up to a
/// ceiling.
///
/// A thread that has done its work waits some seconds for more, and then ends. The one that has waited least is given work
/// first, so that the others come to their end.
final class ReserveThreads: Sendable {
    /// One that has nothing to do, or is about to be given something.
    private final class Member: Sendable {
        /// Unparked once for each work.
        let parker = Parker()
        /// Put in by whoever took the thread out of `idle`, or made it; taken out by the thread.
        let work = Mutex<(@Sendable () -> Void)?>(nil)

        func take() -> (@Sendable () -> Void)? { work.withLock { $0.take() } }
    }

    private struct State {
        /// In the order in which they began to wait.
        var idle: [Member] = []
        var count = 0
    }

    private let ceiling: Int
    private let idleTime: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - ceiling: How many threads there may be.
    ///   - idleTime: How long a thread waits for work.
    init(ceiling: Int, idleTime: Duration) {
        self.ceiling = ceiling
        self.idleTime = idleTime
    }

    /// How many there are.
    var count: Int { state.withLock { $0.count } }

    /// Runs `work` on one of the threads, soon. False if all are busy and there may be no more, or the system gives none.
    func run(_ work: @escaping @Sendable () -> Void) -> Bool {
        enum Choice { case wake(Member), start, refuse }
        let choice = state.withLock { state -> Choice in
            if let member = state.idle.popLast() { return .wake(member) }
            if state.count >= ceiling { return .refuse }
            state.count += 1
            return .start
        }
        switch choice {
        case .refuse: return false
        case .wake(let member):
            member.work.withLock { $0 = work }
            member.parker.unpark()
        case .start:
            let member = Member()
            member.work.withLock { $0 = work }
            let hasStarted = SystemThread.startIfPossible { self.serve(member) }
            if hasStarted { return true }
            state.withLock { $0.count -= 1 }
            return false
        }
        return true
    }

    /// A thread's life.
    private func serve(_ member: Member) {
        while true {
            // What the work holds is let go of before the thread waits.
            member.take()?()
            state.withLock { $0.idle.append(member) }
            if member.parker.park(timeout: idleTime) { continue }
            let mayEnd = state.withLock { state in
                guard let place = state.idle.firstIndex(where: { $0 === member }) else { return false }
                state.idle.remove(at: place)
                state.count -= 1
                return true
            }
            if mayEnd { return }
            // Somebody has taken it out just now, and has work for it.
            member.parker.park()
        }
    }
}
