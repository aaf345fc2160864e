internal import RandomNumbers

/// Partial-order sampling: the next step of each thread has a random priority. The step with the highest is made, and the
/// steps that conflict with it draw new priorities.
///
/// So it samples orders of conflicting steps and not of all steps. (Yuan, Yang,
/// Gu, *Partial Order Aware Concurrency Sampling*, CAV 2018.)
struct PartialOrderSampling: ScheduleStrategy {
    private var random: SplitMix64
    /// The priority of each thread's next step, by the number of the thread; nil if it hasn't drawn one.
    private var priorities: [UInt64?] = []

    init(random: SplitMix64) { self.random = random }

    mutating func chooseStore(among count: Int) -> Int { random.store(among: count) }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        let newest = candidates[candidates.endIndex - 1].thread
        while priorities.count <= newest { priorities.append(nil) }
        var best = candidates.startIndex
        var highest: UInt64 = 0
        for index in candidates.indices {
            let thread = candidates[index].thread
            // A thread that waits in a loop draws a low priority, so that the thread that it waits for comes first.
            let priority =
                priorities[thread] ?? (candidates[index].isPause ? random.next() >> 8 : random.next())
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
