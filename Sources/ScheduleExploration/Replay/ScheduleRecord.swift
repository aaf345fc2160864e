internal import CScheduleControl
internal import ConcurrencyPrimitives

/// The steps of all threads in one schedule. Recorded only for a schedule that is shown.
final class ScheduleRecord {
    struct Event {
        let thread: Int
        /// The task that the thread is a job of; 0 if it is none.
        let task: UInt64
        let step: ThreadStep
        /// Where in the code: where a job of a task begins, its function, or the `await` behind which it goes on.
        let site: CodeSite?
        /// Whether another thread could have continued, which made the step before.
        let isPreemption: Bool
        /// Whether it wakes though nobody has signalled.
        let isSpurious: Bool
        /// Whether its limit has run out while another thread could continue.
        let isEarly: Bool
        /// Whether a task that has begun before goes on.
        let isResumption: Bool
        /// How many stores to the word come after the one that it reads, or that it stores.
        var laterStores = 0
    }

    private struct Taking: Hashable {
        let resource: ResourceID
        let thread: Int
    }

    private(set) var events: [Event] = []
    /// The address of each task that has begun a job, or that has passed a point on an actor's thread.
    private(set) var tasks: [UInt64: UInt] = [:]
    /// The address of the task that each thread has run at its last point, if it has run one.
    private(set) var taskOfThread: [Int: UInt] = [:]
    /// That of the actor, or of another serial executor, that each thread had at its last point; 0 if it had none.
    private(set) var executorOfThread: [Int: UInt] = [:]
    /// The address of the task that a thread ran when it last took a lock.
    private var takers: [Taking: UInt] = [:]
    /// What the last step ended in; nil if it isn't that.
    var crash: ScheduleCrash?

    /// The step that was noted last reads an older store, or becomes one.
    func note(store: Int, among count: Int) { events[events.count - 1].laterStores = store }

    /// - Parameter isEarly: Whether its limit runs out while another thread could continue.
    func note(_ thread: LogicalThread, isPreemption: Bool, isEarly: Bool) {
        var site = thread.site
        var isResumption = false
        if thread.next == .begin, thread.task != 0, let job = thread.job {
            let functions = TaskImage(at: job.address, number: thread.task)?.functions ?? [thread.code]
            site = .stack(CallStack(before: functions))
            isResumption = tasks.updateValue(job.address, forKey: thread.task) != nil
        }
        events.append(
            Event(
                thread: thread.number, task: thread.task, step: thread.next, site: site,
                isPreemption: isPreemption, isSpurious: thread.wakesSpuriously,
                isEarly: isEarly, isResumption: isResumption))
    }

    /// The calling code is that of a thread, which is about to pass a point or to wait.
    func noteTask(of thread: LogicalThread?) {
        guard let thread else { return }
        executorOfThread[thread.number] = oplab_current_executor()
        let task = withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: UnownedJob.self) } }
        taskOfThread[thread.number] = task?.address
        if let task { tasks[task.task] = task.address }
    }

    func noteTaking(_ resource: ResourceID, by thread: LogicalThread) {
        takers[Taking(resource: resource, thread: thread.number)] = taskOfThread[thread.number]
    }

    /// The address of the task that took a lock on a thread which runs something else by now, as that of an actor may.
    func suspendedTaker(of resource: ResourceID, on thread: LogicalThread) -> UInt? {
        let taker = takers[Taking(resource: resource, thread: thread.number)]
        return taker == taskOfThread[thread.number] ? nil : taker
    }

    /// The numbers that tasks are shown by: in the order of their first threads.
    var taskNumbers: [UInt64: Int] {
        var first: [UInt64: Int] = [:]
        for event in events where event.task != 0 {
            first[event.task] = min(event.thread, first[event.task] ?? .max)
        }
        let tasks = first.keys.sorted { first[$0]! < first[$1]! }
        return Dictionary(uniqueKeysWithValues: zip(tasks, 1...))
    }
}
