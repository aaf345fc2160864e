internal import CPlatform
internal import ConcurrencyPrimitives
internal import Synchronization

/// Runs a program's threads and jobs one at a time, and lets a strategy choose, at each step, which goes on.
///
/// Whoever runs holds the *scheduling token*: the driver between schedules, one logical thread within. A logical
/// thread that reaches a point says what it does next, has the next one chosen, and if that is another, lets its
/// carrier go on and waits. So all that is decided costs no switch but those that the schedule has; and a carrier
/// that is through with a logical thread runs the next itself if that one is new.
///
/// `@unchecked Sendable`: all mutable properties but `outside` are touched only by whoever holds the scheduling
/// token. The token is handed over by a releasing store and an acquiring load of the ``CarrierThread``'s word, and
/// taken from a thread that sleeps elsewhere by a ``StallDetector``.
final class ControlledScheduler: @unchecked Sendable {
    /// How a schedule came to an end.
    enum End {
        /// Nothing can go on any more: all threads have ended, or wait.
        case quiescent
        case stepLimit
        /// The thread that holds the scheduling token sleeps, and not in the scheduler.
        case blockedOutside
    }

    /// Stands for the main actor where something waits for it.
    static let mainActor = ResourceID(Unmanaged.passUnretained(ExplorationMainExecutor.shared).toOpaque())

    private let stepLimit: Int
    let processor: Int32
    let driver = CarrierThread()
    let watch = StallDetector()
    private let root: @Sendable () -> Void
    /// Looks at a schedule that has come to its end with no thread left, and says how the next one goes; nil if the
    /// driver is to go on.
    var next: () -> (any ScheduleStrategy)? = { nil }

    // MARK: State of the running schedule

    private var strategy: any ScheduleStrategy = PreemptionList([])
    /// Those that have not ended, in the order in which they came into being.
    var threads: [LogicalThread] = []
    var created = 0
    var running: LogicalThread?
    private(set) var trace = ScheduleTrace()
    var end: End?
    var locks = LockTable()
    var runtimeMutexes = RuntimeMutexTable()
    var timers = TimerQueue()
    /// The last number that was given out as a serial.
    var serial: UInt64 = 0
    var skipped: UInt64 = 0
    /// Kept between steps for its memory.
    private var candidates: [Candidate] = []
    /// Where the steps go that are made, if somebody wants to see them.
    var record: ScheduleRecord?
    private(set) var notes = ScheduleNotes()
    /// Those that ``startTask(_:)`` has started.
    var tasks: [Task<Void, Never>] = []

    // MARK: Carriers

    var idle: [CarrierThread] = []
    /// Carriers of logical threads that wait for ever.
    private(set) var abandoned = 0

    /// Resources that threads outside have given back since the last step.
    let outside = Synchronization.Mutex<[ResourceID]>([])
    let hasOutside = Synchronization.Atomic<Bool>(false)

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
    /// - Parameter next: Asked after a schedule in which all threads have ended, by whoever holds the scheduling
    ///   token then: how the next goes, which begins at once. A schedule costs two switches less for it.
    func run(
        _ strategy: some ScheduleStrategy, then next: @escaping () -> (any ScheduleStrategy)? = { nil }
    ) -> End {
        // A thread that this scheduler has lost may wake, and holds the scheduling token still: nothing else may have
        // it again.
        if end == .blockedOutside { return .blockedOutside }
        self.next = next
        defer { self.next = { nil } }
        handOver(to: begin(strategy))
        if !watch.wait(as: driver) { end = .blockedOutside }
        abandoned += threads.count { $0.carrier != nil }
        if !threads.isEmpty || !notes.hasEnded { AbandonedWork.keep(tasks, threads) }
        return end ?? .quiescent
    }

    /// Makes all ready for a schedule; the thread that begins it.
    func begin(_ strategy: some ScheduleStrategy) -> LogicalThread {
        self.strategy = strategy
        threads.removeAll(keepingCapacity: true)
        locks.removeAll()
        runtimeMutexes.removeAll()
        timers = TimerQueue()
        (created, serial, skipped, running, end) = (0, 0, 0, nil, nil)
        trace = ScheduleTrace()
        notes = ScheduleNotes()
        tasks.removeAll(keepingCapacity: true)
        add(.closure(root))
        return chooseNext()!
    }

    /// Whether the last schedule could not be followed as it was given.
    var hasDiverged: Bool { (strategy as? PreemptionList)?.hasDiverged ?? false }

    /// Whether so many threads wait for ever by now that no more should be risked.
    var isCrowded: Bool { abandoned > 200 }

    /// Lets the carriers end that wait for work. Those of threads that wait for ever stay.
    func endCarriers() {
        // What the last schedule has left.
        notes = ScheduleNotes()
        tasks = []
        for carrier in idle { carrier.tell(.end) }
        idle = []
    }

    // MARK: The scheduling token

    /// Has the next thread chosen; returns when it is `thread`.
    func yield(_ thread: LogicalThread) {
        guard let next = chooseNext() else {
            driver.tell(.resume)
            _ = thread.carrier!.wait()
            return
        }
        if next === thread { return }
        handOver(to: next)
        _ = thread.carrier!.wait()
    }

    func handOver(to thread: LogicalThread) {
        guard let carrier = thread.carrier else { return startCarrier(for: thread) }
        watch.noteHolder(carrier.thread)
        carrier.tell(.resume)
    }

    /// Chooses who goes on, and lets it have what it is about to take. Nil when the schedule has come to its end.
    func chooseNext() -> LogicalThread? {
        if hasOutside.load(ordering: .acquiring) { takeFromOutside() }
        let current = running
        var currentIndex: Int?
        while true {
            candidates.removeAll(keepingCapacity: true)
            for thread in threads where thread.awaited == nil || thread.deadline <= now {
                if thread === current { currentIndex = candidates.count }
                candidates.append(Candidate(thread: thread.number, next: thread.next))
            }
            if !candidates.isEmpty { break }
            if !letTimePass() {
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
            let plain = candidates[PreemptionList.plain(candidates[...], context)]
            if plain.thread != chosen.thread {
                trace.preemptionList.append(.init(choice: trace.choices, thread: chosen.thread))
            }
            if let currentIndex, currentIndex != choice { trace.preemptions += 1 }
            trace.choices += 1
        }
        trace.note(thread: chosen.thread, chosen.next, among: candidates.count)
        let thread = threads.first { $0.number == chosen.thread }!
        record?.note(thread)
        running = thread
        thread.awaited = nil
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

    /// Lets time pass until the next timer, or until a thread has waited for as long as it wants to. False if there is
    /// neither.
    private func letTimePass() -> Bool {
        let deadline = threads.map(\.deadline).min() ?? .max
        if let timer = timers.removeFirst(until: deadline) {
            if timer.time > now { skipped += timer.time - now }
            add(.job(timer.job, timer.executor))
            return true
        }
        if deadline == .max { return false }
        if deadline > now { skipped += deadline - now }
        return true
    }

    // MARK: Notes

    /// Lets the program say something about itself: called by whoever holds the scheduling token.
    /// - Parameter change: None of the program's code.
    func note(_ change: (inout ScheduleNotes) -> Void) {
        watch.enter()
        change(&notes)
        watch.leave()
    }
}
