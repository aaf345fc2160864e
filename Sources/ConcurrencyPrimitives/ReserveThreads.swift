/// Threads of the system for work that may block, beyond those of Dispatch: as many as are needed, up to a ceiling.
///
/// A thread that has done its work waits some seconds for more, and then ends. The thread that has waited least gets work
/// first, so that the others can end.
final class ReserveThreads: Sendable {
    /// A thread that waits for work, or is about to get some.
    private final class Member: Sendable {
        /// Unparked once for each piece of work.
        let parker = Parker()
        /// Set by the caller that removed the thread from `idle`, or created it; taken by the thread.
        let work = Mutex<(@Sendable () -> Void)?>(nil)

        func take() -> (@Sendable () -> Void)? { work.withLock { $0.take() } }
    }

    private struct State {
        /// In the order in which they began to wait, the longest first.
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

    /// How many threads there are.
    var count: Int { state.withLock { $0.count } }

    /// Runs `work` soon on one of the threads. False if all are busy and the ceiling is reached, or the system can't start one.
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

    /// The loop of one thread.
    private func serve(_ member: Member) {
        while true {
            // The work is released before the thread waits.
            member.take()?()
            state.withLock { $0.idle.append(member) }
            if member.parker.park(timeout: idleTime) { continue }
            let mayEnd = state.withLock { state in
                guard let index = state.idle.firstIndex(where: { $0 === member }) else { return false }
                state.idle.remove(at: index)
                state.count -= 1
                return true
            }
            if mayEnd { return }
            // A caller has just removed it from `idle`, and has work for it.
            member.parker.park()
        }
    }
}
