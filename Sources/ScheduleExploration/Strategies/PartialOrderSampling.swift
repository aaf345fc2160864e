internal import RandomNumbers

/// Partial-order sampling: every step that threads would make next has a random priority, the highest is made, and those
/// whose order with it may matter draw anew.
///
/// So it samples orders of conflicting steps rather than of all steps, which is what tells schedules apart. (Yuan, Yang,
/// Gu, *Partial Order Aware Concurrency Sampling*, CAV 2018.)
struct PartialOrderSampling: ScheduleStrategy {
    private var random: SplitMix64
    /// By number of the thread: that of its next step; nil if it hasn't drawn yet.
    private var priorities: [UInt64?] = []

    init(random: SplitMix64) { self.random = random }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        let newest = candidates[candidates.endIndex - 1].thread
        while priorities.count <= newest { priorities.append(nil) }
        var best = candidates.startIndex
        var highest: UInt64 = 0
        for index in candidates.indices {
            let thread = candidates[index].thread
            // Who waits in a loop draws low, or others would never come to what it waits for.
            let priority =
                priorities[thread] ?? (candidates[index].next.isPause ? random.next() >> 8 : random.next())
            priorities[thread] = priority
            if priority > highest { (best, highest) = (index, priority) }
        }
        let made = candidates[best]
        priorities[made.thread] = nil
        for candidate in candidates where candidate.conflicts(with: made) {
            priorities[candidate.thread] = nil
        }
        return best
    }
}
