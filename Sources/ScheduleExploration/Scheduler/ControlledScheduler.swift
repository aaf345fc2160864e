internal import CPlatform
internal import ConcurrencyPrimitives
internal import Synchronization

/// Runs a program's threads and jobs one at a time, and lets a strategy choose, at each step, which goes on.
///
/// Whoever runs has the *turn*: the driver between schedules, one logical thread within. A logical thread that reaches a
/// point says what it does next, has the next one chosen, and if that is another, lets its host go on and waits. So
/// all that is decided costs no switch but those that the schedule has; and a host that is through with a logical thread
/// runs the next itself if that one is new.
///
/// `@unchecked Sendable`: all mutable properties but `outside` are touched only by whoever has the turn. The turn is
/// handed over by a releasing store and an acquiring load of the ``HostThread``'s word.
final class ControlledScheduler: ScheduleController, @unchecked Sendable {
    /// How a schedule came to an end.
    enum End {
        /// Nothing can go on any more: all threads have ended, or wait.
        case quiescent
        case stepLimit
        /// The thread that has the turn sleeps, and not in the scheduler.
        case blockedOutside
    }

    /// Stands for the main actor where something waits for it.
    static let mainActor = ResourceID(Unmanaged.passUnretained(ExplorationMainExecutor.shared).toOpaque())

    private let stepLimit: Int
    private let processor: Int32
    private let driver = HostThread()
    private let watch = TurnWatch()
    private let root: @Sendable () -> Void
    /// Looks at a schedule that has come to its end with no thread left, and says how the next one goes; nil if the driver
    /// is to go on.
    private var next: () -> (any ScheduleStrategy)? = { nil }

    // MARK: State of the running schedule

    private var strategy: any ScheduleStrategy = Deviations([])
    /// Those that have not ended, in the order in which they came into being.
    private(set) var threads: [LogicalThread] = []
    private var created = 0
    private var running: LogicalThread?
    private(set) var trace = ScheduleTrace()
    private var end: End?
    private var locks = LockTable()
    private var runtimeMutexes = RuntimeMutexTable()
    private var timers = TimerQueue()
    /// What is not to be freed before the schedule is over.
    private var kept: [AnyObject] = []
    private var skipped: UInt64 = 0
    /// Kept between steps for its memory.
    private var candidates: [Candidate] = []
    /// Where the steps go that are made, if somebody wants to see them.
    var record: ScheduleRecord?
    private(set) var notes = ScheduleNotes()

    // MARK: Hosts

    private var idle: [HostThread] = []
    /// Hosts of logical threads that wait for ever.
    private(set) var abandoned = 0

    /// Resources that threads outside have given back since the last step.
    private let outside = Synchronization.Mutex<[ResourceID]>([])
    private let hasOutside = Synchronization.Atomic<Bool>(false)

    /// - Parameters:
    ///   - processor: Where all threads run.
    ///   - stepLimit: A schedule of more steps is given up.
    ///   - root: What the first thread of each schedule does.
    init(processor: Int32, stepLimit: Int, root: @escaping @Sendable () -> Void) {
        self.processor = processor
        self.stepLimit = max(1, stepLimit)
        self.root = root
    }

    // MARK: Driving

    /// Runs a schedule to its end: until nothing can go on. Blocks. Called by one thread, the driver, for as long as an
    /// exploration lasts.
    ///
    /// - Parameter next: Asked after a schedule in which all threads have ended, by whoever has the turn then: how the
    ///   next goes, which begins at once. A schedule costs two switches less for it.
    func run(
        _ strategy: some ScheduleStrategy, then next: @escaping () -> (any ScheduleStrategy)? = { nil }
    ) -> End {
        // A thread that this scheduler has lost may wake, and has the turn still: nothing else may have it again.
        if end == .blockedOutside { return .blockedOutside }
        self.next = next
        defer { self.next = { nil } }
        handOver(to: begin(strategy))
        if !watch.wait(as: driver) { end = .blockedOutside }
        abandoned += threads.count { $0.host != nil }
        return end ?? .quiescent
    }

    /// Makes all ready for a schedule; the thread that begins it.
    private func begin(_ strategy: some ScheduleStrategy) -> LogicalThread {
        self.strategy = strategy
        threads.removeAll(keepingCapacity: true)
        locks.removeAll()
        runtimeMutexes.removeAll()
        timers = TimerQueue()
        (created, skipped, running, end) = (0, 0, nil, nil)
        trace = ScheduleTrace()
        letGo()
        add(.closure(root))
        return chooseNext()!
    }

    /// Lets go of what the last schedule has left.
    private func letGo() {
        notes = ScheduleNotes()
        kept.removeAll(keepingCapacity: true)
    }

    /// Whether the last schedule could not be followed as it was given.
    var hasDiverged: Bool { (strategy as? Deviations)?.hasDiverged ?? false }

    /// Whether so many threads wait for ever by now that no more should be risked.
    var isCrowded: Bool { abandoned > 200 }

    /// What the threads that are left wait for, and who holds it.
    func waits() -> [BlockedThread] {
        threads.map { thread in
            BlockedThread(
                thread: thread.number,
                reason: thread.awaited.map { describe($0, of: thread) } ?? "could go on",
                location: thread.site.map { "\($0)" } ?? "")
        }
    }

    private func describe(_ resource: ResourceID, of thread: LogicalThread) -> String {
        if resource == Self.mainActor { return "waits for the main actor" }
        switch (thread.next, locks.owner(of: resource)?.number) {
        case (_, thread.number): return "waits for a lock that it holds itself"
        case (_, let owner?): return "waits for a lock that thread \(owner) holds"
        case (.takeInRuntime, nil): return "waits for a mutex of the runtime"
        case (.retry, nil): return "is parked, and nobody has let it go"
        case (_, nil): return "waits for a lock"
        }
    }

    /// Lets the hosts end that wait for work. Those of threads that wait for ever stay.
    func endHosts() {
        letGo()
        for host in idle { host.tell(.end) }
        idle = []
    }

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
    private func add(_ body: LogicalThread.Body) -> LogicalThread {
        let thread = LogicalThread(number: created, body: body)
        threads.append(thread)
        created += 1
        return thread
    }

    private func startHost(for thread: LogicalThread) {
        if let host = idle.popLast() { return host.tell(.run(thread)) }
        let host = HostThread()
        host.tell(.run(thread))
        SystemThread.start { [self] in
            // All on one processor: the turn goes from one to the other by a switch, and wakes no other processor.
            _ = oplab_stay_on_processor(processor)
            host.noteThread()
            Exploration.controlsCallingThread = true
            work(as: host)
            Exploration.controlsCallingThread = false
        }
    }

    private func work(as host: HostThread) {
        while case .run(let first) = host.wait() {
            watch.noteHolder(host.thread)
            var next: LogicalThread? = first
            while let thread = next {
                thread.host = host
                thread.run()
                next = finish(thread, on: host)
            }
        }
    }

    /// Ends a logical thread. Returns the one that the host is to run next.
    private func finish(_ thread: LogicalThread, on host: HostThread) -> LogicalThread? {
        threads.remove(at: threads.firstIndex { $0 === thread }!)
        if thread.isOnMainActor { threads.first { $0.awaited == Self.mainActor }?.awaited = nil }
        running = nil
        guard let next = chooseNext() ?? startOver() else {
            idle.append(host)
            driver.tell(.resume)
            return nil
        }
        if next.host == nil { return next }
        idle.append(host)
        handOver(to: next)
        return nil
    }

    /// After a schedule in which all threads have ended, begins the next one if there is to be one.
    private func startOver() -> LogicalThread? {
        guard end == .quiescent, threads.isEmpty else { return nil }
        // No part of any schedule.
        return Exploration.withoutControl { self.next().map { begin($0) } }
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

    // MARK: The turn

    /// Has the next thread chosen; returns when it is `thread`.
    private func yield(_ thread: LogicalThread) {
        guard let next = chooseNext() else {
            driver.tell(.resume)
            _ = thread.host!.wait()
            return
        }
        if next === thread { return }
        handOver(to: next)
        _ = thread.host!.wait()
    }

    private func handOver(to thread: LogicalThread) {
        guard let host = thread.host else { return startHost(for: thread) }
        watch.noteHolder(host.thread)
        host.tell(.resume)
    }

    /// Chooses who goes on, and lets it have what it is about to take. Nil when the schedule has come to its end.
    private func chooseNext() -> LogicalThread? {
        if hasOutside.load(ordering: .acquiring) { takeFromOutside() }
        let current = running
        var currentIndex: Int?
        while true {
            candidates.removeAll(keepingCapacity: true)
            for thread in threads where thread.awaited == nil {
                if thread === current { currentIndex = candidates.count }
                candidates.append(Candidate(thread: thread.number, next: thread.next))
            }
            if !candidates.isEmpty { break }
            if !fireTimer() {
                end = .quiescent
                return nil
            }
        }
        if trace.steps >= stepLimit {
            end = .stepLimit
            return nil
        }
        watch.noteStep()
        let context = StepContext(step: trace.steps, current: currentIndex)
        let choice = strategy.choose(among: candidates[...], context)
        let chosen = candidates[choice]
        if candidates.count > 1 {
            let plain = candidates[Deviations.plain(candidates[...], context)]
            if plain.thread != chosen.thread {
                trace.deviations.append(.init(choice: trace.choices, thread: chosen.thread))
            }
            if let currentIndex, currentIndex != choice { trace.preemptions += 1 }
            trace.choices += 1
        }
        trace.note(thread: chosen.thread, chosen.next, among: candidates.count)
        let thread = threads.first { $0.number == chosen.thread }!
        record?.note(thread)
        running = thread
        trace.threads = created
        if case .reach(.lock(let resource)) = thread.next { take(resource, thread) }
        return thread
    }

    private func take(_ resource: ResourceID, _ thread: LogicalThread) {
        locks.take(resource, thread)
        for other in threads where other !== thread && other.next == .reach(.lock(resource)) {
            other.awaited = resource
        }
    }

    private func takeFromOutside() {
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

    /// Lets time pass until the next timer.
    private func fireTimer() -> Bool {
        guard let timer = timers.removeFirst() else { return false }
        if timer.time > now { skipped += timer.time - now }
        add(.job(timer.job, timer.executor))
        return true
    }

    // MARK: Notes

    /// Lets the program say something about itself: called by whoever has the turn.
    func note(_ change: (inout ScheduleNotes) -> Void) { change(&notes) }
}
