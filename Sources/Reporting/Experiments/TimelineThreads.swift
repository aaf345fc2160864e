internal import QueueExperiments

/// The threads of a timeline by name: "main", "thread 1".
///
/// Threads are numbered in the order of their first stamps, and not by the kernel's IDs, so that two runs can be
/// compared.
struct TimelineThreads {
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

    /// The index of a thread that has made a stamp of this timeline.
    func index(_ thread: Timeline.Thread) -> Int? { threads.firstIndex { $0.isSame(as: thread) } }

    /// The name of the thread that made a stamp.
    func name(_ stamp: Timeline.Stamp?) -> String? {
        stamp.flatMap { index($0.thread) }.map { names[$0] }
    }
}
