internal import ConcurrencyPrimitives

/// What the threads did in one schedule, step by step. Taken of a schedule that is to be shown only.
final class ScheduleRecord {
    struct Event {
        let thread: Int
        let step: ThreadStep
        /// Where in the code; nil where a thread begins.
        let site: SourceSite?
    }

    private(set) var events: [Event] = []

    func note(_ thread: LogicalThread) {
        events.append(Event(thread: thread.number, step: thread.next, site: thread.site))
    }
}
