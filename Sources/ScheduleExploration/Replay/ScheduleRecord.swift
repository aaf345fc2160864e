internal import ConcurrencyPrimitives

/// The steps of all threads in one schedule. Recorded only for a schedule that is shown.
final class ScheduleRecord {
    struct Event {
        let thread: Int
        let step: ThreadStep
        /// Where in the code; nil where a thread begins.
        let site: CodeSite?
        /// How many stores to the word come after the one that it reads, or that it stores.
        var laterStores = 0
    }

    private(set) var events: [Event] = []

    /// The step that was noted last reads an older store, or becomes one.
    func note(store: Int, among count: Int) { events[events.count - 1].laterStores = store }

    func note(_ thread: LogicalThread) {
        events.append(Event(thread: thread.number, step: thread.next, site: thread.site))
    }
}
