/// Jobs that run at a time: the earliest first, and of equal times the one that was added first.
struct TimerQueue {
    struct Timer {
        let time: UInt64
        let order: Int
        let job: UnownedJob
        let executor: any CapturedExecutor
        /// What the job knows of others' accesses; nil if the program isn't instrumented.
        let knowledge: UnsafeMutableRawPointer?
    }

    private var timers: [Timer] = []
    private var set = 0
    /// The time of the next job; that of none.
    private(set) var earliest = UInt64.max

    /// - Parameter time: The greatest number for never.
    mutating func add(
        _ job: UnownedJob, on executor: any CapturedExecutor, at time: UInt64,
        _ knowledge: UnsafeMutableRawPointer?
    ) {
        set += 1
        timers.append(Timer(time: time, order: set, job: job, executor: executor, knowledge: knowledge))
        earliest = min(earliest, time)
    }

    /// Whether the time of some job has come. Asked at every step.
    func isDue(at time: UInt64) -> Bool { earliest <= time }

    /// Removes the next job, if its time is no later than `deadline`.
    ///
    /// - Complexity: O(*n*); a schedule has few.
    mutating func removeFirst(until deadline: UInt64) -> Timer? {
        let next = timers.indices.min {
            (timers[$0].time, timers[$0].order) < (timers[$1].time, timers[$1].order)
        }
        guard let next, timers[next].time <= deadline, timers[next].time < .max else { return nil }
        defer { earliest = timers.lazy.map(\.time).min() ?? .max }
        return timers.remove(at: next)
    }
}
