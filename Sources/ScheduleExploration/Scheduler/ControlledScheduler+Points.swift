internal import CPlatform
internal import ConcurrencyPrimitives
internal import Synchronization

/// What the primitives ask of it, on the thread that holds the scheduling token.
extension ControlledScheduler: ScheduleController {
    // MARK: Threads

    func startThread(_ body: @escaping @Sendable () -> Void) { inScheduler { _ = add(.closure(body)) } }

    func startTask(
        _ priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        let task = Task.detached(
            executorPreference: ExplorationExecutor.shared, priority: priority, operation: body)
        inScheduler { tasks.append(task) }
        return task
    }

    /// A job becomes a thread of its own, so that what it does inside is interleaved, too.
    func startJob(_ job: UnownedJob, on executor: any CapturedExecutor) {
        inScheduler { _ = add(.job(job, executor)) }
    }

    /// A job of the main actor: begins when those before it have ended.
    func startMainJob(_ job: UnownedJob, on executor: any CapturedExecutor) {
        inScheduler {
            let mustWait = threads.contains(where: \.isOnMainActor)
            let thread = add(.job(job, executor))
            thread.isOnMainActor = true
            if mustWait { thread.awaited = Self.mainActor }
        }
    }

    /// Whether the thread that holds the scheduling token runs a job of the main actor.
    var runsMainJob: Bool { inScheduler { running?.isOnMainActor ?? false } }

    /// A job that is to run when time has come to `time`. It does when nothing else can go on.
    func startJob(_ job: UnownedJob, on executor: any CapturedExecutor, at time: UInt64) {
        inScheduler { timers.add(job, on: executor, at: time) }
    }

    /// What is done on the way through: by the program's thread that holds the scheduling token, which goes on with it.
    private func inScheduler<Result>(_ body: () -> Result) -> Result {
        watch.enter()
        defer { watch.leave() }
        return body()
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
        inScheduler {
            let thread = running!
            thread.next = .reach(point)
            thread.site = site
            if case .lock(let resource) = point, locks.isTaken(resource) { thread.awaited = resource }
            yield(thread)
        }
    }

    func block(on resource: ResourceID) {
        let isOutside = inScheduler {
            let thread = running!
            if locks.owner(of: resource) === thread { return true }
            thread.next = .retry(resource)
            thread.awaited = resource
            yield(thread)
            return false
        }
        // It was let take the lock, and did not get it: a thread outside has it.
        if isOutside { oplab_pause(20_000) }
    }

    func block(on resource: ResourceID, until deadline: UInt64) {
        inScheduler {
            let thread = running!
            thread.next = .retry(resource)
            thread.awaited = resource
            thread.deadline = deadline
            yield(thread)
            thread.deadline = .max
        }
    }

    func unblock(_ resource: ResourceID) {
        inScheduler {
            locks.giveBack(resource)
            release(resource)
        }
    }

    func unblockFromOutside(_ resource: ResourceID) {
        withOutside { $0.append(resource) }
        hasOutside.store(true, ordering: .releasing)
    }

    // MARK: Mutexes of the runtime

    /// Returns when no other controlled thread holds the mutex. Taking it is no point of choice: the runtime takes
    /// many, and hardly ever hands the scheduling token over while it holds one.
    func willLockInRuntime(_ mutex: ResourceID) {
        // What the scheduler's own code makes the runtime take is nobody's matter.
        if watch.isInside { return }
        inScheduler {
            let thread = running!
            while !runtimeMutexes.take(mutex, thread) {
                thread.next = .takeInRuntime(mutex)
                thread.awaited = mutex
                yield(thread)
            }
        }
    }

    func didUnlockInRuntime(_ mutex: ResourceID) {
        if watch.isInside { return }
        inScheduler { if runtimeMutexes.giveBack(mutex) { release(mutex) } }
    }

    func nextSerial() -> UInt64 {
        inScheduler {
            serial += 1
            return serial
        }
    }

    private func release(_ resource: ResourceID) {
        for thread in threads where thread.awaited == resource { thread.awaited = nil }
    }

    var now: UInt64 { skipped + UInt64(trace.steps) * 100 }

    /// The fewest with which two things happen at once.
    var processorCount: Int { 2 }

    // MARK: What threads outside give back

    func takeFromOutside() {
        let resources = withOutside { outside in
            hasOutside.store(false, ordering: .relaxed)
            defer { outside = [] }
            return outside
        }
        // What a controlled thread has taken meanwhile, it gives back itself.
        for resource in resources where !locks.isTaken(resource) {
            release(resource)
        }
    }

    /// A lock of the primitives would come here again; ThreadSanitizer, which doesn't see what this one orders, is
    /// told.
    private func withOutside<Result: Sendable>(_ body: (inout [ResourceID]) -> Result) -> Result {
        let address = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        return outside.withLock { outside in
            oplab_tsan_acquire(address)
            defer { oplab_tsan_release(address) }
            return body(&outside)
        }
    }
}
