internal import Operations

/// What limit −1 means: as many operations at once as there are processors, of those that compute.
///
/// An operation that does nothing for the time being leaves its slot to others:
///
/// - one whose `start` has returned without ending it (rule 6.11);
/// - one that waits for something of an operation queue (rule 6.10): what it waits for may need the slot. There is no bound
///   but that of `WorkerThread`;
/// - one that is blocked elsewhere, in a lock, a semaphore, `sleep` or a read (rule 6.12), as long as there are fewer than
///   ``mostSlotsForBlocked`` slots besides those of the operations that wait.
///
/// The queue is notified of the first two. It sees the third by itself: while an operation is ready and no slot is free, a
/// ``WorkerWatch`` has the threads of the workers looked at. A worker that comes back takes its slot again at once, and if there
/// are more at work then than there are slots, none starts until enough have ended (rule 6.13).
extension SchedulingCore {
    /// How many slots there may be because workers are blocked in code that isn't ours: as many threads as Dispatch's
    /// concurrent queues have at most.
    static var mostSlotsForBlocked: Int { 64 }

    var slots: Int { settings.limit < 0 ? processorCount + min(idle, busy) : settings.limit }

    /// Of those that have taken a slot, how many do nothing.
    private var idle: Int { seats.waiting + min(seats.blocked, mostReplaced) }

    /// How many blocked workers are replaced.
    private var mostReplaced: Int { max(0, Self.mostSlotsForBlocked - processorCount) }

    /// Whether somebody has to look at the workers: one that is found blocked makes room, and one that has been in a completion
    /// block for long is replaced.
    var needsWatch: Bool { seats.completing > 0 || isSaturated }

    /// Whether something is ready, and would start if a worker were found blocked.
    private var isSaturated: Bool {
        settings.limit < 0 && ready.count > 0 && !isSuspended && busy >= slots && seats.blocked < mostReplaced
    }

    /// With all slots taken, whether somebody is certain to visit the queue. At limit −1 the workers may all be blocked. Then
    /// that takes the watch; or, where nothing is ready, whoever adds something.
    var isReturnCertain: Bool {
        guard busy >= slots else { return false }
        return settings.limit >= 0 || isWatchArmed || seats.blocked >= mostReplaced
    }

    /// Has the workers looked at soon. The queue has members, and so holds itself; when the last
    /// one leaves, the watch is disarmed in the same visit.
    mutating func armWatch(for queue: some WatchedQueue, _ actions: inout QueueActions) {
        let watch = watch ?? WorkerWatch()
        self.watch = watch
        isWatchArmed = true
        guard watch.arm(for: queue) else { return }
        actions.rare.watch = watch
        actions.rare.isLookEarly = hasFoundAllBlocked
    }

    mutating func disarmWatch() {
        isWatchArmed = false
        lookNumber &+= 1
        watch?.disarm()
    }

    /// What is to be looked at, for a look that has just been announced; nil if it isn't wanted any more.
    var announcedLooks: AnnouncedLooks? {
        isWatchArmed ? AnnouncedLooks(number: lookNumber, looks: seats.looks) : nil
    }

    /// Takes in what a look has seen, unless the watch was disarmed meanwhile: then not all visits have been noted.
    mutating func note(_ seen: AnnouncedLooks) {
        guard isWatchArmed, seen.number == lookNumber else { return }
        disarmWatch()
        searching -= seats.note(seen.looks)
        hasFoundAllBlocked = !seen.looks.isEmpty && seen.looks.allSatisfy(\.isBlocked)
    }

    /// Changes the limit. What has returned from `start` takes a slot at all limits but −1.
    mutating func setLimit(_ limit: Int) {
        if settings.limit < 0, limit >= 0 { busy += returned }
        if settings.limit >= 0, limit < 0 { busy -= returned }
        settings.limit = limit
    }
}
