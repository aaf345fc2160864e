internal import CPlatform
internal import ConcurrencyPrimitives
internal import Synchronization

/// The requests of the primitives, on the thread that holds the scheduling token.
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

    private func note(_ job: UnownedJob) {
        innerPoints.note(job)
        noteJob(job)
        guard job.isOfTask else { return }
        let first = firstTask ?? job.task
        firstTask = first
        // One with a smaller number was made before the schedule: whoever resumes it from outside, it isn't of this one.
        if job.task >= first, tasksOfSchedule.insert(job.task).inserted {
            withOutside { _ = $0.tasks.insert(job.task) }
        }
    }

    /// Makes a job a logical thread of its own, so that its steps are interleaved with others.
    func startJob(_ job: UnownedJob, on executor: any CapturedExecutor) {
        inScheduler {
            note(job)
            _ = add(.job(job, executor))
            reachAfterStart()
        }
    }

    /// The same for a job of the main actor, which begins when those before it have ended.
    func startMainJob(_ job: UnownedJob, on executor: any CapturedExecutor) {
        inScheduler {
            note(job)
            noteEffect(on: Self.mainActor)
            addJob(job, on: executor)
            reachAfterStart()
        }
    }

    /// One of the main actor waits for those before it.
    func addJob(_ job: UnownedJob, on executor: any CapturedExecutor, isStarted: Bool = true) {
        let isOnMainActor = executor === ExplorationMainExecutor.shared
        let mustWait = isOnMainActor && threads.contains(where: \.isOnMainActor)
        let thread = add(.job(job, executor), isStarted: isStarted)
        thread.isOnMainActor = isOnMainActor
        if mustWait { thread.awaited = Self.mainActor }
    }

    /// Lets the new job run before its enqueuer continues. The first thread only starts the program.
    private func reachAfterStart() {
        if hasPointsAtStarts, let thread = running, thread.number > 0 { yieldAfterStart() }
    }

    /// Whether the thread that holds the scheduling token runs a job of the main actor.
    var runsMainJob: Bool { inScheduler { running?.isOnMainActor ?? false } }

    /// Runs a job when the time has come to `time`, which passes when no thread can continue.
    func startJob(_ job: UnownedJob, on executor: any CapturedExecutor, at time: UInt64) {
        // What it knows is what the thread knows that sets the timer, and not the one that runs when the time has come.
        inScheduler {
            let knowledge = Instrumentation.functions?.begin_thread(
                running?.knowledge, job.isOfTask ? job.task : 0)
            noteJob(job)
            // One that may begin before its time is among the threads that wait for a limit.
            if machine.earlyTimeouts > 0, time < .max {
                let thread = add(.job(job, executor), isStarted: false, knowing: knowledge)
                (thread.awaited, thread.deadline) = (Self.clock, time)
            } else {
                timers.add(job, on: executor, at: time, knowledge)
            }
        }
    }

    /// Runs `body` in the scheduler's code, on the program's thread that holds the scheduling token and keeps it.
    func inScheduler<Result>(_ body: () -> Result) -> Result {
        stallDetector.enter()
        defer { stallDetector.leave() }
        return body()
    }

    /// - Parameters:
    ///   - isStarted: Whether the running thread has started it, and not the time or a thread outside.
    ///   - knowledge: What it knows, if not what the running thread knows.
    @discardableResult
    func add(
        _ body: LogicalThread.Body, isStarted: Bool = true, knowing knowledge: UnsafeMutableRawPointer? = nil
    ) -> LogicalThread {
        let thread = LogicalThread(number: created, body: body)
        thread.knowledge =
            knowledge ?? Instrumentation.functions?.begin_thread(running?.knowledge, thread.task)
        if notesLineages {
            let parent = isStarted ? running?.lineage ?? 0 : 0
            thread.lineage = lineages.name(task: thread.task, startedBy: parent)
        }
        threads.append(thread)
        created += 1
        return thread
    }

    // MARK: Points

    func reach(_ point: SchedulePoint, at site: SourceSite) {
        reach(point, .source(site))
        if orders == nil { return }
        // The notes are the explorer's. The thread that is to make the access is the program's again.
        guard let lost = inScheduler({ orders?.reach(point, at: site) }) else { return }
        Instrumentation.functions?.weaken_next(lost)
    }

    func reach(_ point: SchedulePoint, _ site: CodeSite?, isOfProgram: Bool = true) {
        if case .accessed = point, trace.points == .beforeAccesses { return }
        inScheduler {
            let thread = running!
            if isOfProgram, !point.isStart { innerPoints.notePoint() }
            if let failed = thread.failedTry,
                ![.store(failed), .park(failed), .pause(failed)].contains(point)
            {
                thread.failedTry = nil
            }
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
        // The scheduler gave it the lock, and it did not get it: a thread that isn't controlled has it.
        if isOutside { oplab_pause(20_000) }
    }

    func block(on resource: ResourceID, until deadline: UInt64) {
        block(on: resource, until: deadline, isLimit: true)
    }

    /// - Parameter isLimit: Whether the program has set the deadline, and not who waits for it in steps.
    func block(on resource: ResourceID, until deadline: UInt64, isLimit: Bool) {
        inScheduler {
            let thread = running!
            thread.hasLimit = isLimit
            thread.next = .retry(resource)
            thread.awaited = resource
            thread.deadline = deadline
            noteUnknownEffect()
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

    // MARK: Mutexes of the runtime

    /// Returns when no other controlled thread holds the mutex. Taking it is no choice point: the runtime takes many, and
    /// hardly ever passes the scheduling token while it holds one.
    func willLockInRuntime(_ mutex: ResourceID) {
        inScheduler {
            noteEffect(on: mutex)
            let thread = running!
            while !runtimeMutexes.take(mutex, thread) {
                thread.next = .takeInRuntime(mutex)
                thread.awaited = mutex
                yield(thread)
            }
        }
    }

    func didUnlockInRuntime(_ mutex: ResourceID) {
        inScheduler { if runtimeMutexes.giveBack(mutex) { release(mutex) } }
    }

    func nextSerial() -> UInt64 {
        inScheduler {
            serial += 1
            return serial
        }
    }

    func release(_ resource: ResourceID) {
        noteEffect(on: resource)
        for thread in threads where thread.awaited == resource { thread.awaited = nil }
    }

    /// The time, for the program.
    var now: UInt64 {
        inScheduler { noteUnknownEffect() }
        return time
    }

    /// The time, for this scheduler.
    var time: UInt64 { skipped + UInt64(trace.steps) * 100 }

    /// The least number with which two operations may run at once.
    var processorCount: Int { 2 }
}
