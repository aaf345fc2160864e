/// Jobs that run at a time: the earliest first, and of equal times the one that was added first.
struct TimerQueue {
    struct Timer {
        let time: UInt64
        let order: Int
        let job: UnownedJob
        let executor: any CapturedExecutor
    }

    private var timers: [Timer] = []
    private var set = 0

    mutating func add(_ job: UnownedJob, on executor: any CapturedExecutor, at time: UInt64) {
        set += 1
        timers.append(Timer(time: time, order: set, job: job, executor: executor))
    }

    /// Removes the next job, if its time is no later than `deadline`.
    ///
    /// - Complexity: O(*n*); a schedule has few.
    mutating func removeFirst(until deadline: UInt64) -> Timer? {
        let next = timers.indices.min {
            (timers[$0].time, timers[$0].order) < (timers[$1].time, timers[$1].order)
        }
        guard let next, timers[next].time <= deadline else { return nil }
        return timers.remove(at: next)
    }
}
