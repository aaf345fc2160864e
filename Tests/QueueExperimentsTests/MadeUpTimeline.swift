import QueueExperiments

/// Timelines that were written and not recorded.
extension Timeline {
    static let main = Thread(id: 1, isMain: true)
    static let one = Thread(id: 11)
    static let two = Thread(id: 12)

    /// Operations that run on one thread from begin to end.
    static func bars(_ bars: (name: String, UInt64, UInt64, Thread)...) -> Timeline {
        Timeline(
            operations: bars.map { name, begin, end, thread in
                Operation(
                    name: name, called: Stamp(time: 0, thread: main),
                    began: Stamp(time: begin, thread: thread), ended: Stamp(time: end, thread: thread))
            })
    }

    /// Operations whose `start` is called and runs on `thread`, returns, and whose end comes on thread two.
    static func started(
        on thread: Thread, _ bars: (name: String, begin: UInt64, returned: UInt64, end: UInt64)...
    ) -> Timeline {
        Timeline(
            operations: bars.map { bar in
                Operation(
                    name: bar.name, called: Stamp(time: bar.begin, thread: thread),
                    began: Stamp(time: bar.begin, thread: thread),
                    returned: Stamp(time: bar.returned, thread: thread),
                    ended: Stamp(time: bar.end, thread: two))
            })
    }
}
