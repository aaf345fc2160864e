internal import ConcurrencyPrimitives
internal import Operations

/// Those who wait for an actor's queue with a bound, and what the actor has said last of what it holds.
///
/// Both lie outside of the actor, which may be blocked by a client's code when a bound is reached: who waits no longer takes
/// itself out and reads the rest, and neither asks the actor nor leaves anything to it.
///
/// The actor learns by one event that somebody waits, and from then on looks here at the end of each visit, until it finds
/// nobody. So however many come and go while it is blocked, one event is in its inbox.
///
/// What the actor says is a copy of the first members. Copying them at each visit would cost a busy queue much, so they are
/// copied again after as many visits as there were members: O(1) a visit, amortised. The count and the settings are those
/// of the last visit, and members that have finished since aren't named.
final class BoundedWaiters: Sendable {
    private struct State {
        var waiters = WaiterList()
        /// Whether the actor looks here, or finds an event in its inbox that makes it look.
        var isAnnounced = false
        /// Nil until the actor has looked.
        var content: QueueContent?
        /// The visits since the members of `content` were copied.
        var visits = 0

        /// Brings what is known of the queue up to date. Returns what it replaces.
        mutating func note(_ core: SchedulingCore) -> QueueContent? {
            visits += 1
            if let content, visits <= content.members.count {
                self.content?.count = core.members.count
                self.content?.settings = core.settings
                return nil
            }
            defer {
                content = core.content(upTo: QueueContent.describedMembers)
                visits = 0
            }
            return content
        }
    }

    /// Changed by those who wait, in their own calls, and by the actor, in its visits. Nothing is released under it that
    /// may run a client's code.
    private let state = Mutex(State())

    /// Takes a waiter in. True if the caller has to announce it to the actor.
    func register(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            state.waiters.append(waiter)
            defer { state.isAnnounced = true }
            return !state.isAnnounced
        }
    }

    /// Takes the waiter of a wait out that has ended early, and says what the queue held when its actor last looked here;
    /// nil if that hasn't happened since somebody waits.
    ///
    /// The last to leave takes the copy with it, which would keep operations that have finished.
    func withdraw(_ wait: BoundedWait) -> QueueContent? {
        state.withLock { state in
            state.waiters.remove(wait)
            let content = state.content
            if state.waiters.isEmpty { state.content = nil }
            return content
        }
    }

    // MARK: What the actor does

    /// Says what the queue holds, as the actor learns that somebody waits.
    ///
    /// There is nothing here from before: the actor has taken it away when it found nobody.
    func publish(_ content: QueueContent) {
        state.withLock { state in
            state.content = content
            state.visits = 0
        }
    }

    /// Wakes those who wait if the queue is empty, and says what it holds. False if nobody waits: then the actor need not
    /// look here again before it is told.
    ///
    /// - Parameter core: What the visit has made of the queue.
    func look(
        at core: SchedulingCore, _ inbox: borrowing Inbox, _ actions: inout QueueActions
    ) -> Bool {
        let (woken, outdated, isAwaited) = state.withLock { state -> ([Waiter], QueueContent?, Bool) in
            // Who has registered has added before what it waits for. That is in the inbox, then, or a member, or has left.
            let woken = core.members.isEmpty && inbox.isEmpty ? state.waiters.takeAll() : []
            if state.waiters.isEmpty {
                defer { state = State() }
                return (woken, state.content, false)
            }
            return (woken, state.note(core), true)
        }
        if !woken.isEmpty { actions.rare.waiters += woken }
        if let outdated { actions.rare.outdated.append(outdated) }
        return isAwaited
    }
}
