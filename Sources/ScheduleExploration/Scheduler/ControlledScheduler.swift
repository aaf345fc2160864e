internal import CPlatform
internal import ConcurrencyPrimitives
internal import Synchronization

/// Runs a program's threads and jobs one at a time, and lets a strategy choose, at each step, which one continues.
///
/// The thread that runs holds the *scheduling token*: the driver between schedules, one logical thread within. A logical
/// thread that reaches a choice point states its next step, and the strategy chooses the next thread. If that is another, the
/// logical thread hands over to its carrier, and waits. So a decision costs no switch beside those of the schedule. A carrier
/// whose logical thread has ended runs the next itself if that one is new.
///
/// `@unchecked Sendable`: all mutable properties but `outside` are touched only by whoever holds the scheduling
/// token. The token is handed over within one thread of the system, or by a releasing store and an acquiring load of the
/// ``CarrierThread``'s word, and taken from a thread that sleeps elsewhere by a ``StallDetector``.
final class ControlledScheduler: @unchecked Sendable {
    /// How a schedule came to an end.
    enum End {
        /// No thread can continue: all have ended, or wait.
        case quiescent
        case stepLimit
        /// The thread that holds the scheduling token sleeps, and not in the scheduler.
        case blockedOutside
        /// The thread that holds the scheduling token would end the process.
        case crashed
    }

    /// Stands for the main actor where something waits for it.
    static let mainActor = ResourceID(Unmanaged.passUnretained(ExplorationMainExecutor.shared).toOpaque())

    private let stepLimit: Int
    private let memory: MemoryModel
    /// Whether the start of a job is a choice point. The runtime may hold a mutex there, so others have to wait for that one in
    /// this scheduler (``RuntimeInterposition``).
    @exclusivity(unchecked) var hasPointsAtStarts = false
    /// Whether code may go on on another thread of the system than it began on. Code that asks the kernel for its thread's number, as
    /// a mutex does, is to get that of the thread it began on: so only where the interposer answers it.
    @exclusivity(unchecked) var sharesThreads = false
    @exclusivity(unchecked) var machine = MachineBehavior()
    /// Those that the running schedule may still have.
    @exclusivity(unchecked) var machineLeft = MachineBehavior()
    /// Whether a limit or a timer could have run out while another thread could continue.
    @exclusivity(unchecked) var letsLimitsWait = false
    let processor: Int32
    let driver = CarrierThread()
    let stallDetector = StallDetector()
    private let root: @Sendable () -> Void
    /// Judges a schedule in which all threads have ended, and returns the strategy of the next; nil if the driver is to
    /// continue.
    var next: () -> (any ScheduleStrategy)? = { nil }

    // MARK: State of the running schedule
    // Each step accesses much of it. The checks for overlapping accesses, at run time, took a third of a step.

    @exclusivity(unchecked) var strategy: any ScheduleStrategy = PreemptionList([], .beforeAccesses)
    /// The threads that have not ended, in the order of their creation.
    @exclusivity(unchecked) var threads: [LogicalThread] = []
    @exclusivity(unchecked) var created = 0
    @exclusivity(unchecked) var running: LogicalThread?
    @exclusivity(unchecked) var trace = ScheduleTrace()
    @exclusivity(unchecked) var end: End?
    /// The signal, if it ended by a crash. Written as the token is taken, so as it is.
    @exclusivity(unchecked) var crashSignal: Int32 = 0
    /// Whether no other schedule can run: a thread of the last may have anything.
    var isOver: Bool { end == .blockedOutside || end == .crashed }
    @exclusivity(unchecked) var locks = LockTable()
    /// Who has the read-write and spin locks, which don't pass through `locks`: for a deadlock that is shown.
    @exclusivity(unchecked) var otherLocks = LockTable()
    @exclusivity(unchecked) var runtimeMutexes = RuntimeMutexTable()
    @exclusivity(unchecked) var conditions = ConditionTable()
    @exclusivity(unchecked) var queueLines = QueueLines()
    @exclusivity(unchecked) var timers = TimerQueue()
    /// The last number that was given out as a serial.
    @exclusivity(unchecked) var serial: UInt64 = 0
    @exclusivity(unchecked) var skipped: UInt64 = 0
    /// Kept between steps for its memory.
    @exclusivity(unchecked) var candidates = CandidateList()
    /// What the running thread has done since its last point, if the strategy asks for that.
    @exclusivity(unchecked) var effects = StepEffects()
    @exclusivity(unchecked) var resourceNames = ResourceNames()
    @exclusivity(unchecked) private(set) var notesEffects = false
    /// The jobs that the running thread has started since its last point, if the strategy asks for effects.
    @exclusivity(unchecked) var jobsOfStep: [UnsafeRawPointer] = []
    /// Stands for the order of the jobs of every actor.
    static let actors = ResourceID(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
    @exclusivity(unchecked) private(set) var notesLineages = false
    @exclusivity(unchecked) var lineages = ThreadLineages()
    /// Where the steps are recorded; nil if they aren't.
    @exclusivity(unchecked) var record: ScheduleRecord?
    @exclusivity(unchecked) private(set) var notes = ScheduleNotes()
    /// The tasks that ``startTask(_:_:)`` has started.
    @exclusivity(unchecked) var tasks: [Task<Void, Never>] = []

    @exclusivity(unchecked) var innerPoints = InnerPoints()
    /// If the plan asks for a trial of memory orders.
    @exclusivity(unchecked) var orders: MemoryOrders?
    /// Whether threads were left that something outside may have released.
    @exclusivity(unchecked) var isOutsideAwaited = false
    /// How long it waits for threads outside, in milliseconds.
    @exclusivity(unchecked) var patience = ControlledScheduler.patienceAtFirst
    /// The tasks of the running schedule.
    @exclusivity(unchecked) var tasksOfSchedule: Set<UInt64> = []
    /// The first of them.
    @exclusivity(unchecked) var firstTask: UInt64?
    @exclusivity(unchecked) var looksAtClock = ClockLooks()
    /// How many steps the running thread has made without another's.
    @exclusivity(unchecked) private(set) var stepsInARow = 0
    /// So many, and it waits in a loop in which it also changes something.
    static let mostStepsInARow = 10_000
    /// Stands for the clock.
    static let clock = ResourceID(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
    /// What the program has used in any schedule that this doesn't control.
    @exclusivity(unchecked) var unseen: Set<UnseenCall> = []

    // MARK: Carriers

    @exclusivity(unchecked) var idle: [CarrierThread] = []
    /// Carriers of logical threads that wait for ever.
    @exclusivity(unchecked) private(set) var abandoned = 0

    let outside = Synchronization.Mutex(OutsideEvents())
    let hasOutside = Synchronization.Atomic<Bool>(false)

    /// - Parameters:
    ///   - processor: Where all threads run.
    ///   - stepLimit: The number of steps after which a schedule is abandoned.
    ///   - memory: What atomic loads may read.
    ///   - root: What the first thread of each schedule does.
    init(
        processor: Int32, stepLimit: Int, memory: MemoryModel = .sequential,
        root: @escaping @Sendable () -> Void
    ) {
        self.processor = processor
        self.stepLimit = max(1, stepLimit)
        self.memory = memory
        self.root = root
    }

    // MARK: Driving

    /// Runs a schedule until no thread can continue. Blocks. Called by one thread, the driver, as long as an exploration lasts.
    ///
    /// - Parameter next: Called after a schedule in which all threads have ended, by the thread that holds the scheduling
    ///   token; returns the strategy of the next schedule, which begins at once. That saves two switches a schedule.
    func run(
        _ strategy: some ScheduleStrategy, then next: @escaping () -> (any ScheduleStrategy)? = { nil }
    ) -> End {
        // A thread that this scheduler has lost may wake, and still holds the scheduling token: no other may have it again.
        if isOver { return end! }
        self.next = next
        defer { self.next = { nil } }
        handOver(to: begin(strategy))
        if !stallDetector.wait(as: driver) { end = .blockedOutside }
        abandoned += threads.count { $0.carrier != nil }
        if !threads.isEmpty || !notes.hasEnded { AbandonedWork.keep(tasks, threads) }
        return end ?? .quiescent
    }

    /// Prepares a schedule, and returns the thread that begins it.
    func begin(_ strategy: some ScheduleStrategy) -> LogicalThread {
        self.strategy = strategy
        notesEffects = strategy.needsEffects
        notesLineages = strategy.needsLineages
        lineages.removeAll()
        effects = StepEffects()
        resourceNames.removeAll()
        threads.removeAll(keepingCapacity: true)
        locks.removeAll()
        otherLocks.removeAll()
        runtimeMutexes.removeAll()
        conditions.removeAll()
        queueLines.removeAll()
        machineLeft = machine
        innerPoints.beginSchedule()
        (looksAtClock, stepsInARow) = (ClockLooks(), 0)
        tasksOfSchedule.removeAll(keepingCapacity: true)
        firstTask = nil
        withOutside { $0 = OutsideEvents() }
        timers = TimerQueue()
        (created, serial, skipped, running, end) = (0, 0, 0, nil, nil)
        jobsOfStep.removeAll(keepingCapacity: true)
        trace = ScheduleTrace(points: strategy.points)
        notes = ScheduleNotes()
        tasks.removeAll(keepingCapacity: true)
        Exploration.beginSchedule()
        Instrumentation.functions?.begin_schedule(RuntimeInterposition.hooks, memory.model)
        add(.closure(root))
        return chooseNext()!
    }

    /// Whether the last schedule could not be followed as it was given.
    var hasDiverged: Bool { (strategy as? PreemptionList)?.hasDiverged ?? false }

    /// Whether so many threads wait for ever that the exploration should not add more.
    var isCrowded: Bool { abandoned > 200 }

    /// Ends the carriers that wait for an assignment. Those of threads that wait for ever stay.
    func endCarriers() {
        // Left by the last schedule.
        if end != .crashed {
            notes = ScheduleNotes()
            tasks = []
        }
        for carrier in idle { carrier.assign(.end) }
        idle = []
    }

    // MARK: The scheduling token

    /// Chooses the next thread, and returns when that is `thread` again.
    func yield(_ thread: LogicalThread) {
        let next = chooseNext()
        if next !== thread { _ = handOver(from: thread.carrier!, to: next) }
    }

    /// Chooses the thread that continues, and gives it the lock that it is about to take. Nil at the end of the schedule.
    func chooseNext() -> LogicalThread? {
        if hasOutside.load(ordering: .acquiring) { takeFromOutside() }
        // What is due races with the threads that can continue.
        while timers.isDue(at: time), let timer = timers.removeFirst(until: time) { start(timer) }
        while true {
            findCandidates()
            // A wakeup that may never come is no way out.
            if candidates.areCertain {
                if candidates.arePausing, letTimePassForLoops() { continue }
                break
            }
            // What time brings is certain, and what comes from outside isn't, unless the program has asked for it.
            if !unseen.isEmpty, hasUnblockedFromOutside() { continue }
            if letTimePass() || hasUnblockedFromOutside() { continue }
            end = .quiescent
            record?.noteTask(of: running)
            if notesEffects { strategy.end(takeEffects()) }
            return nil
        }
        if trace.steps >= stepLimit {
            end = .stepLimit
            return nil
        }
        stallDetector.noteStep()
        looksAtClock.inside = 0
        let effectsOfStep = notesEffects ? takeEffects() : nil
        let context = StepContext(
            step: trace.steps + trace.pointsAfterAccesses, current: candidates.current,
            effects: effectsOfStep,
            uses: notesEffects ? resourceNames.uses : 0)
        let candidates = candidates.all
        let choice = strategy.choose(among: candidates, context)
        let chosen = candidates[choice]
        let isPreemption = context.current.map { $0 != choice } ?? false
        if candidates.count > 1 {
            let usual = candidates[PreemptionList.nonPreemptiveChoice(candidates, context)]
            if usual.thread != chosen.thread {
                trace.preemptionList.append(.init(choice: trace.choices, thread: chosen.thread))
            }
            if isPreemption { trace.preemptions += 1 }
            trace.choices += 1
        }
        trace.note(thread: chosen.thread, chosen.next, among: candidates.count)
        let thread = threads[chosen.position]
        if chosen.isSpurious { wake(thread) }
        if let record {
            record.noteTask(of: running)
            record.note(
                thread, isPreemption: isPreemption, isEarly: chosen.isSpurious && !thread.wakesSpuriously)
        }
        stepsInARow = thread === running ? stepsInARow + 1 : 0
        running = thread
        if notesEffects, let access = chosen.next.access {
            effects.announced = resourceNames.name(access.resource)
        }
        (thread.awaited, thread.owner) = (nil, nil)
        trace.threads = created
        if case .reach(.lock(let resource)) = thread.next { take(resource, thread) }
        return thread
    }

    func take(_ resource: ResourceID, _ thread: LogicalThread) {
        noteEffect(on: resource)
        if notesEffects { effects.noteTaken(resource) }
        locks.take(resource, thread)
        record?.noteTaking(resource, by: thread)
        for other in threads where other !== thread && other.next == .reach(.lock(resource)) {
            other.awaited = resource
        }
    }

    // MARK: Notes

    /// Changes the notes of the schedule. Called by the thread that holds the scheduling token.
    ///
    /// - Parameter change: Runs none of the program's code.
    func note(_ change: (inout ScheduleNotes) -> Void) {
        stallDetector.enter()
        change(&notes)
        stallDetector.leave()
    }
}
