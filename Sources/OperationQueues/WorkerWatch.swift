internal import ConcurrencyPrimitives
internal import Operations

/// Has a queue look at its workers a while after it was asked to.
///
/// A queue arms it when operations are ready and each worker that there may be is busy, or when a worker is expected back from a
/// completion block; and disarms it when it is empty. An armed watch has one timer under way. When its time is over, the queue
/// looks at its workers, on a thread of the watch's own, and arms the watch anew if there is still something to wait for. So
/// nothing ticks in a queue whose operations all run and have no completion blocks, nor in one that waits for as many blocked
/// workers as it replaces.
final class WorkerWatch: Sendable {
    /// Before a look.
    private static let pause = Duration.milliseconds(25)
    /// Before a look that follows one which has found all workers blocked: those that have taken their places may be, too.
    private static let shortPause = Duration.milliseconds(5)

    private struct State {
        /// Not retained: the queue lives while it is armed (``SchedulingCore/armWatch(for:_:)``). Read and written under the
        /// lock, and retained there.
        unowned(unsafe) var queue: (any WatchedQueue)?
        var isTimed = false
    }

    private let state = Mutex(State())

    /// Has `queue` look soon. Returns whether ``startTimer(early:)`` has to be called.
    func arm(for queue: some WatchedQueue) -> Bool {
        state.withLock { state in
            state.queue = queue
            defer { state.isTimed = true }
            return !state.isTimed
        }
    }

    /// The queue isn't asked to look any more. A timer that is under way stays, and serves who arms the watch before it ends.
    func disarm() { state.withLock { $0.queue = nil } }

    /// Starts the timer. Called outside of the queue's lock, or after the actor's visit.
    ///
    /// - Parameter early: Whether the last look has found all workers blocked.
    func startTimer(early: Bool) {
        _ = DeadlineTimer(after: early ? Self.shortPause : Self.pause) {
            let isWanted = self.state.withLock { state in
                if state.queue == nil { state.isTimed = false }
                return state.queue != nil
            }
            // The look may release the queue, and run a client's `deinit`.
            if isWanted { WorkerTask.start { await self.look() } }
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
