internal import ConcurrencyPrimitives

/// What an actor has been told and has not yet taken in, in the order in which it was told.
struct Inbox: ~Copyable, Sendable {
    struct State {
        var events: [QueueEvent] = []
        /// A job that will empty the inbox is on its way. Whoever else empties it before leaves that job to
        /// come, so that a busy actor isn't sent one for every event.
        var isJobSent = false
    }

    private let state = Mutex(State())

    /// Puts an event in. True if a job has to be sent to empty the inbox.
    func append(_ event: QueueEvent) -> Bool {
        state.withLock { state in
            state.events.append(event)
            defer { state.isJobSent = true }
            return !state.isJobSent
        }
    }

    /// Exchanges what is in there for the empty `batch`, whose storage serves the next events.
    ///
    /// - Parameter isJob: Whether the caller is the job that was sent.
    func take(into batch: inout [QueueEvent], isJob: Bool) {
        state.withLock { state in
            swap(&state.events, &batch)
            if isJob { state.isJobSent = false }
        }
    }
}
