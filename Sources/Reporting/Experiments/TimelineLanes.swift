internal import QueueExperiments

/// The threads of a timeline by the names that people read: "main", "thread 1".
///
/// A thread's number is its place here and not the kernel's, so that two runs can be compared.
struct TimelineLanes {
    private let threads: [Timeline.Thread]
    let names: [String]

    init(_ timeline: Timeline) {
        threads = timeline.allThreads
        var others = 0
        names = threads.map { thread in
            if thread.isMain { return "main" }
            others += 1
            return "thread \(others)"
        }
    }

    /// The place of the thread's lane. The thread has made a stamp of this timeline.
    func index(_ thread: Timeline.Thread) -> Int? { threads.firstIndex { $0.isSame(as: thread) } }

    /// The name of the lane in which a stamp was made.
    func name(_ stamp: Timeline.Stamp?) -> String? {
        stamp.flatMap { index($0.thread) }.map { names[$0] }
    }
}
