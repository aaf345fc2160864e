internal import ConcurrencyPrimitives

/// The steps of all threads in one schedule. Recorded only for a schedule that is shown.
final class ScheduleRecord {
    struct Event {
        let thread: Int
        let step: ThreadStep
        /// Where in the code; nil where a thread begins.
        let site: CodeSite?
    }

    private(set) var events: [Event] = []

    func note(_ thread: LogicalThread) {
        events.append(Event(thread: thread.number, step: thread.next, site: thread.site))
    }
}
