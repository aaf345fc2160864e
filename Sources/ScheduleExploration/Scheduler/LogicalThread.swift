internal import ConcurrencyPrimitives

/// One thread of an explored program: a thread that the program has started, or one job of a task.
///
/// Used only by the thread that holds the scheduling token (``ControlledScheduler``).
final class LogicalThread {
    /// What it runs; nil once it has begun.
    enum Body {
        case closure(@Sendable () -> Void)
        case job(UnownedJob, any CapturedExecutor)
    }

    /// Its number in the order of creation: the same whenever the same choices are made.
    let number: Int
    /// The number of the task that it is a job of; 0 if it is none.
    let task: UInt64
    /// Where the code of that job begins: of a task that was resumed, behind its `await`. 0 if it is no job of a task.
    let code: UInt64
    /// Whether it is a job, of a task or of an actor.
    let isJob: Bool
    /// Its name in all schedules, if the strategy asks for that.
    @exclusivity(unchecked) var lineage: UInt64 = 0
    /// Whether it is a job of the main actor.
    @exclusivity(unchecked) var isOnMainActor = false
    @exclusivity(unchecked) var body: Body?
    /// The thread of the system that it runs on, once it has begun.
    @exclusivity(unchecked) var carrier: CarrierThread?
    /// Its next step.
    @exclusivity(unchecked) var next: ThreadStep = .begin
    /// Where in the code that step is.
    @exclusivity(unchecked) var site: CodeSite?
    /// The resource that it waits for; nil if it can continue.
    @exclusivity(unchecked) var awaited: ResourceID?
    /// The number of the thread that has it, if that was told and isn't known otherwise.
    @exclusivity(unchecked) var owner: Int?
    /// When it continues without that resource; the greatest number for never.
    @exclusivity(unchecked) var deadline = UInt64.max
    /// Whether that, if it is set, is a limit of the program's.
    @exclusivity(unchecked) var hasLimit = true
    /// The lock that it has tried, and found taken, if it has done nothing else since.
    @exclusivity(unchecked) var failedTry: ResourceID?
    /// That of the turn in a dispatch queue which it waits for, or had last.
    @exclusivity(unchecked) var ticket: UInt64 = 0
    /// The condition variable that it waits on.
    @exclusivity(unchecked) var condition: ResourceID?
    /// Whether it has been chosen to leave that without a signal.
    @exclusivity(unchecked) var wakesSpuriously = false
    /// Whether it waits on a condition variable that nothing has released.
    var mayWakeSpuriously: Bool { condition != nil && awaited == condition }

    /// The `pthread_t` of its carrier, if the program has made that for it; it ends with it.
    @exclusivity(unchecked) var key: ResourceID?

    /// What it knows of others' accesses; nil if the program isn't instrumented. It lasts as long as the schedule.
    @exclusivity(unchecked) var knowledge: UnsafeMutableRawPointer?

    init(number: Int, body: Body) {
        self.number = number
        self.body = body
        if case .job = body { isJob = true } else { isJob = false }
        if case .job(let job, _) = body, job.isOfTask {
            (task, code) = (job.task, job.code)
        } else {
            (task, code) = (0, 0)
        }
    }

    /// Whether it needs a thread of the pool on which tasks run.
    var needsPool: Bool { isJob && !isOnMainActor }
    /// Whether it has one.
    var isInPool: Bool { needsPool && body == nil }
    /// Whether it waits for one, if none is left; or for its time before.
    var awaitsPool: Bool { needsPool && body != nil && (awaited == nil || deadline < .max) }

    /// The job that it has not begun; nil if it has, or is none.
    var job: UnownedJob? { if case .job(let job, _) = body { job } else { nil } }

    /// Runs the body, and releases it while this is still a thread of the exploration.
    func run() {
        let body = body
        // A timer's job has waited for its time.
        (self.body, deadline) = (nil, .max)
        switch body {
        case .closure(let body): body()
        case .job(let job, let executor): executor.run(job)
        case nil: fatalError("A logical thread begins once.")
        }
    }
}

/// What a logical thread does when it continues.
enum ThreadStep: Hashable, Sendable {
    /// Its first step.
    case begin
    case reach(SchedulePoint)
    /// It checks whether the parker or lock that it waits for was released.
    case retry(ResourceID)
    /// It takes a mutex of the runtime that it found taken.
    case takeInRuntime(ResourceID)
}
