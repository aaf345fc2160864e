private import ConcurrencyPrimitives
private import Operations

/// Finds out whether a queue keeps to its limit, with operations that stay until they could be caught together.
///
/// Empty operations hardly ever run at the same time, whatever the queue does, and counting them in and out
/// would cost two workers more than some queues do. So each run is followed, after the clock has stopped, by
/// these on the same queue, in a few waves: the operations of a wave stay inside until there is one more than
/// the limit, or until every thread that had something to do has had its turn several times over.
enum LimitProbe {
    private static let waves = 4

    /// What went wrong; nil if the queue kept to `limit`.
    static func violation<Subject: BenchmarkSubject>(
        of subject: Subject, _ queue: Subject.Queue?, limit: Int
    ) async -> String? {
        guard let queue, subject.width.isChecked(limit) else { return nil }
        let count = 2 * (limit + 1)
        for _ in 0..<waves {
            let room = Room(limit: limit)
            await subject.use(queue) {
                for _ in 0..<count { queue.addOperation { room.visit() } }
                room.endAdding()
            }
            let (most, finished) = room.counts
            if most > limit { return "\(most) operations ran at once at limit \(limit)" }
            if finished != count {
                return "\(finished) of \(count) operations had run when the queue was idle"
            }
        }
        return nil
    }

    /// Where the operations of one wave stay, until the first that came opens the door for all of them.
    private final class Room: Sendable {
        /// How often the first looks whether one too many has come. Between two looks a thread is started and
        /// waited for: where the machine is loaded that takes as long as it takes another to get there.
        private static let looks = 20

        private struct State {
            var running = 0
            var most = 0
            var finished = 0
            var entered = 0
            var isOpen = false
            var isAdding = true
            var waiting: [Parker] = []
        }

        private let limit: Int
        private let state = Mutex(State())

        init(limit: Int) { self.limit = limit }

        /// The most that were inside at once, and how many have left.
        var counts: (most: Int, finished: Int) { state.withLock { ($0.most, $0.finished) } }

        /// All operations of the wave have been added.
        func endAdding() { state.withLock { $0.isAdding = false } }

        /// The work of each operation.
        func visit() {
            let parker = Parker()
            let (isFirst, mustWait) = state.withLock { state in
                state.entered += 1
                state.running += 1
                state.most = max(state.most, state.running)
                let isFirst = state.entered == 1
                if !isFirst, !state.isOpen { state.waiting.append(parker) }
                return (isFirst, !isFirst && !state.isOpen)
            }
            if isFirst { open() }
            if mustWait { parker.park() }
            state.withLock { state in
                state.running -= 1
                state.finished += 1
            }
        }

        private func open() {
            // Both counts: a queue that runs operations in the call that adds them never comes to the second.
            look { state in state.isAdding }
            look { _ in true }
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for parker in waiting { parker.unpark() }
        }

        /// Looks until one too many is inside, or for a number of times while `isToGoOn`.
        private func look(while isToGoOn: (State) -> Bool) {
            for _ in 0..<Self.looks {
                let isOver = state.withLock { $0.running > limit || !isToGoOn($0) }
                if isOver { return }
                let parker = Parker()
                WorkerThread.start { parker.unpark() }
                parker.park()
            }
        }
    }
}
