internal import CPlatform
internal import ConcurrencyPrimitives
internal import Synchronization

/// What the primitives ask of it, on the thread that has the turn.
extension ControlledScheduler: ScheduleController {
    // MARK: Threads

    func startThread(_ body: @escaping @Sendable () -> Void) { add(.closure(body)) }

    func startTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(executorPreference: ExplorationExecutor.shared, operation: body)
    }

    /// A job becomes a thread of its own, so that what it does inside is interleaved, too.
    func startJob(_ job: UnownedJob, on executor: any CapturedExecutor) { add(.job(job, executor)) }

    /// A job of the main actor: begins when those before it have ended.
    func startMainJob(_ job: UnownedJob, on executor: any CapturedExecutor) {
        let mustWait = threads.contains(where: \.isOnMainActor)
        let thread = add(.job(job, executor))
        thread.isOnMainActor = true
        if mustWait { thread.awaited = Self.mainActor }
    }

    /// Whether the thread that has the turn runs a job of the main actor.
    var runsMainJob: Bool { running?.isOnMainActor ?? false }

    /// A job that is to run when time has come to `time`. It does when nothing else can go on.
    func startJob(_ job: UnownedJob, on executor: any CapturedExecutor, at time: UInt64) {
        timers.add(job, on: executor, at: time)
    }

    @discardableResult
    func add(_ body: LogicalThread.Body) -> LogicalThread {
        let thread = LogicalThread(number: created, body: body)
        threads.append(thread)
        created += 1
        return thread
    }

    // MARK: Points

    func reach(_ point: SchedulePoint, at site: SourceSite) {
        let thread = running!
        thread.next = .reach(point)
        thread.site = site
        if case .lock(let resource) = point, locks.isTaken(resource) { thread.awaited = resource }
        yield(thread)
    }

    func block(on resource: ResourceID) {
        let thread = running!
        if locks.owner(of: resource) === thread {
            // It was let take the lock, and did not get it: a thread outside has it.
            return oplab_pause(20_000)
        }
        thread.next = .retry(resource)
        thread.awaited = resource
        yield(thread)
    }

    func unblock(_ resource: ResourceID) {
        locks.giveBack(resource)
        release(resource)
    }

    func unblockFromOutside(_ resource: ResourceID) {
        outside.withLock { $0.append(resource) }
        hasOutside.store(true, ordering: .releasing)
    }

    // MARK: Mutexes of the runtime

    /// Returns when no other controlled thread holds the mutex. Taking it is no point of choice: the runtime takes
    /// many, and hardly ever leaves the turn to others while it holds one.
    func willLockInRuntime(_ mutex: ResourceID) {
        guard let thread = running else { return }
        while !runtimeMutexes.take(mutex, thread) {
            thread.next = .takeInRuntime(mutex)
            thread.awaited = mutex
            yield(thread)
        }
    }

    func didUnlockInRuntime(_ mutex: ResourceID) {
        if runtimeMutexes.giveBack(mutex) { release(mutex) }
    }

    func keep(_ object: AnyObject) { kept.append(object) }

    private func release(_ resource: ResourceID) {
        for thread in threads where thread.awaited == resource { thread.awaited = nil }
    }

    var now: UInt64 { skipped + UInt64(trace.steps) * 100 }

    // MARK: What threads outside give back

    func takeFromOutside() {
        let resources = outside.withLock { outside in
            hasOutside.store(false, ordering: .relaxed)
            defer { outside = [] }
            return outside
        }
        // What a controlled thread has taken meanwhile, it gives back itself.
        for resource in resources where !locks.isTaken(resource) {
            release(resource)
        }
    }
}
