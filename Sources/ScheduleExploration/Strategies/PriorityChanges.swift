/// Probabilistic concurrency testing: the thread of the highest priority goes on; priorities are random, and at
/// `depth` − 1 steps chosen beforehand that of the running thread falls below all others.
///
/// A bug of depth d (one that d ordering constraints between steps bring about) is found in a schedule with a
/// probability of at least 1/(n·k^(d−1)), n threads and k steps. (Burckhardt, Kothari, Musuvathi, Nagarakatte, *A
/// Randomized Scheduler with Probabilistic Guarantees of Finding Bugs*, ASPLOS 2010.)
///
/// A thread that waits in a loop falls below all others, too: otherwise it would wait for ever.
struct PriorityChanges: ScheduleStrategy {
    private var random: ScheduleRandom
    /// Where priorities change, the latest first.
    private var changes: [Int] = []
    /// By number of the thread. High ones are drawn at random, and those that have fallen count downwards.
    private var priorities: [UInt64] = []
    private var lowest: UInt64 = 1 << 32

    /// - Parameter length: How many steps a schedule has: changes fall among them.
    init(random: ScheduleRandom, depth: Int, length: Int) {
        self.random = random
        changes = (1..<depth).map { _ in self.random.below(max(1, length)) }.sorted(by: >)
    }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        let newest = candidates[candidates.endIndex - 1].thread
        while priorities.count <= newest { priorities.append(random.next() | 1 << 33) }
        if let current = step.current, candidates[current].next.isPause {
            lower(candidates[current].thread)
        }
        var best = highest(candidates)
        while let change = changes.last, change <= step.step {
            changes.removeLast()
            lower(candidates[best].thread)
            best = highest(candidates)
        }
        return best
    }

    private mutating func lower(_ thread: Int) {
        lowest -= 1
        priorities[thread] = lowest
    }

    private func highest(_ candidates: ArraySlice<Candidate>) -> Int {
        var best = candidates.startIndex
        for index in candidates.indices
        where priorities[candidates[index].thread] > priorities[candidates[best].thread] {
            best = index
        }
        return best
    }
}
