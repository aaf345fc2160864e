internal import ConcurrencyPrimitives
internal import Operations

/// Has a queue look at its workers a while after it was asked to.
///
/// A queue arms it when operations are ready and each worker that there may be is busy, and disarms it when it is empty. An
/// armed watch has one timer under way. When its time is over, the queue looks at its workers, on a thread of the watch's own,
/// and arms the watch anew if there is still something to wait for. So nothing ticks in a queue whose operations all run, nor
/// in one that waits for as many blocked workers as it replaces.
final class WorkerWatch: Sendable {
    /// Between two looks. A worker that is blocked is seen to be by the second look at the latest.
    private static let interval = Duration.milliseconds(25)

    private struct State {
        /// Not retained: the queue lives while it is armed (``SchedulingCore/armWatch(for:_:)``). Read and written under the
        /// lock, and retained there.
        unowned(unsafe) var queue: (any WatchedQueue)?
        var isTimed = false
    }

    private let state = Mutex(State())

    /// Has `queue` look soon. Returns whether ``startTimer()`` has to be called.
    func arm(for queue: some WatchedQueue) -> Bool {
        state.withLock { state in
            state.queue = queue
            defer { state.isTimed = true }
            return !state.isTimed
        }
    }

    /// The queue isn't asked to look any more. A timer that is under way stays, and serves who arms the watch before it ends.
    func disarm() { state.withLock { $0.queue = nil } }

    /// Starts the timer. Called outside of the queue's lock or actor.
    func startTimer() {
        _ = DeadlineTimer(after: Self.interval) {
            // The look may release the queue, and run a client's `deinit`.
            WorkerTask.start { await self.look() }
        }
    }

    private func look() async {
        let queue: (any WatchedQueue)? = state.withLock { state in
            state.isTimed = false
            return state.queue
        }
        await queue?.lookAtWorkers()
    }
}

/// A queue that looks at its workers.
protocol WatchedQueue: AnyObject, Sendable {
    /// Finds out which workers are blocked, and tells the core.
    func lookAtWorkers() async
}
