internal import ConcurrencyPrimitives

/// The steps of all threads in one schedule. Recorded only for a schedule that is shown.
final class ScheduleRecord {
    struct Event {
        let thread: Int
        /// The task that the thread is a job of; 0 if it is none.
        let task: UInt64
        let step: ThreadStep
        /// Where in the code: where a job of a task begins, its function.
        let site: CodeSite?
        /// Whether another thread could have continued, which made the step before.
        let isPreemption: Bool
        /// Whether it wakes though nobody has signalled.
        let isSpurious: Bool
        /// How many stores to the word come after the one that it reads, or that it stores.
        var laterStores = 0
    }

    private(set) var events: [Event] = []
    /// What the last step ended in; nil if it isn't that.
    var crash: ScheduleCrash?

    /// The step that was noted last reads an older store, or becomes one.
    func note(store: Int, among count: Int) { events[events.count - 1].laterStores = store }

    func note(_ thread: LogicalThread, isPreemption: Bool) {
        var site = thread.site
        // Places are those of calls, which lie before the address.
        if thread.next == .begin, thread.code != 0 {
            site = .stack(CallStack(addresses: [thread.code &+ 1]))
        }
        events.append(
            Event(
                thread: thread.number, task: thread.task, step: thread.next, site: site,
                isPreemption: isPreemption, isSpurious: thread.wakesSpuriously))
    }
}
