internal import CPlatform
internal import ConcurrencyPrimitives
internal import Synchronization

/// What threads do to a schedule that this scheduler doesn't control, and how long it waits for them.
extension ControlledScheduler {
    // MARK: Called by uncontrolled threads

    func unblockFromOutside(_ resource: ResourceID) { noteOutside { $0.released.append(resource) } }

    func signalFromOutside(_ condition: ResourceID, all: Bool) {
        noteOutside { $0.signals.append((condition, all)) }
    }

    func resumeFromOutside(_ queue: ResourceID, of line: ResourceID) {
        noteOutside { $0.resumed.append((queue, line)) }
    }

    /// Takes over a job of a task of the running schedule; false if it is another's.
    func enqueueFromOutside(_ job: UnownedJob, on executor: any CapturedExecutor) -> Bool {
        guard job.isOfTask, withOutside({ $0.tasks.contains(job.task) }) else { return false }
        // Not under the lock: who looks for the calls may wait for the loader of libraries.
        let stack = CallStack.here()
        let isOwn = withOutside { outside in
            // The schedule may have ended meanwhile.
            guard outside.tasks.contains(job.task) else { return false }
            outside.jobs.append((job, executor, stack))
            return true
        }
        if isOwn { hasOutside.store(true, ordering: .releasing) }
        return isOwn
    }

    private func noteOutside(_ change: (inout OutsideEvents) -> Void) {
        withOutside { change(&$0) }
        hasOutside.store(true, ordering: .releasing)
    }

    // MARK: Called by the thread that holds the scheduling token

    func takeFromOutside() {
        hasOutside.store(false, ordering: .relaxed)
        let events = withOutside { $0.take() }
        noteUnknownEffect()
        for (condition, all) in events.signals {
            conditions.signal(condition, all: all)
            release(condition)
        }
        for (queue, line) in events.resumed {
            queueLines.suspend(queue, false)
            giveTurns(in: line)
        }
        for (job, executor, stack) in events.jobs {
            insertUnseen("a job from a thread that isn't controlled") { stack }
            addJob(job, on: executor, isStarted: false)
        }
        for resource in events.released { otherLocks.forget(resource) }
        // Controlled threads that have taken one meanwhile release it themselves.
        for resource in events.released where !locks.isTaken(resource) {
            release(resource)
            if let look = queueLines.kept[resource]?.look { add(.closure(look), isStarted: false) }
        }
    }

    /// Waits for a thread that isn't controlled; false if nothing comes from there.
    ///
    /// Whether a thread outside will do anything can't be known. So it waits for a limited time, in all schedules together, and
    /// not at all if controlled threads have what all others wait for.
    func hasUnblockedFromOutside() -> Bool {
        let isOver = threads.isEmpty && notes.hasEnded
        let isCycle =
            !threads.isEmpty
            && threads.allSatisfy { thread in
                owners(ofAwaitedBy: thread).contains { owner in threads.contains { $0 === owner } }
            }
        if isOver || isCycle { return false }
        let isExpected = !unseen.isEmpty
        while patience > 0 || (isExpected && patience > -Self.patienceIfExpected) {
            if hasOutside.load(ordering: .acquiring) {
                takeFromOutside()
                return true
            }
            oplab_pause(1_000_000)
            patience -= 1
        }
        isOutsideAwaited = isOutsideAwaited || isExpected
        return false
    }

    /// Not a lock of the primitives, which would call the scheduler again. ThreadSanitizer doesn't see the order that this one
    /// makes, so it is announced.
    func withOutside<Result: Sendable>(_ body: (inout OutsideEvents) -> Result) -> Result {
        let address = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        return outside.withLock { outside in
            oplab_tsan_acquire(address)
            defer { oplab_tsan_release(address) }
            return body(&outside)
        }
    }

    /// In milliseconds. More if the program has used what isn't controlled.
    static var patienceAtFirst: Int { 500 }
    private static var patienceIfExpected: Int { 5_000 }
}
