private import CPlatform
private import ConcurrencyPrimitives
private import Operations

/// Checks a queue's limit with operations that stay long enough to be caught together.
///
/// Empty operations hardly ever overlap, whatever the queue does, and counting them in and out would cost two
/// workers more than some queues do. So this probe follows each run on the same queue, after the clock has stopped,
/// in a few waves. The operations of a wave stay until one more than the limit is inside, or until every busy
/// thread had several chances to run.
enum LimitProbe {
    private static let waves = 4

    /// What went wrong; nil if the queue respected `limit`.
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

    /// The operations of one wave stay here until the first of them lets all leave.
    private final class Room: Sendable {
        /// How often the first operation checks the number inside. Between two checks it starts a thread and waits
        /// for it, which on a loaded machine takes about as long as another operation needs to arrive. A thread of
        /// the system: one that lingers would be there at once. Each is bound to the next processor: else all might
        /// run on one while the other operation waits for another that is busy, or that its host has taken away.
        private static let mostChecks = min(max(20, 4 * processors), 64)
        private static let processors = Int(oplab_processor_count())

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

        /// The most operations that were inside at once, and the number that have left.
        var counts: (most: Int, finished: Int) { state.withLock { ($0.most, $0.finished) } }

        /// Call this after all operations of the wave were added.
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
            // Both counts are needed: a queue that runs operations in the call that adds them never runs two at
            // once.
            wait { state in state.isAdding }
            wait { _ in true }
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for parker in waiting { parker.unpark() }
        }

        /// Checks until one too many is inside, or up to ``mostChecks`` times while `isToGoOn`.
        private func wait(while isToGoOn: (State) -> Bool) {
            for check in 0..<Self.mostChecks {
                let isOver = state.withLock { $0.running > limit || !isToGoOn($0) }
                if isOver { return }
                let parker = Parker()
                let processor = oplab_allowed_processor(Int32(check % Self.processors))
                SystemThread.start {
                    _ = oplab_stay_on_processor(processor)
                    parker.unpark()
                }
                parker.park()
            }
        }
    }
}
