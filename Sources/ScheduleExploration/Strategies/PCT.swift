internal import RandomNumbers

/// Probabilistic concurrency testing: the thread with the highest priority continues. Priorities are random; at `depth` − 1
/// steps chosen beforehand, that of the running thread falls below all others.
///
/// A bug of depth d (one that needs d ordering constraints between steps) is found in a schedule with a
/// probability of at least 1/(n·k^(d−1)), n threads and k steps. (Burckhardt, Kothari, Musuvathi, Nagarakatte, *A
/// Randomized Scheduler with Probabilistic Guarantees of Finding Bugs*, ASPLOS 2010.)
///
/// The priority of a thread that waits in a loop falls below all others, too. Otherwise it would wait for ever.
struct PCT: ScheduleStrategy {
    private var random: SplitMix64
    /// The steps at which priorities change, the last step first, and the new priorities. These lie below all that are drawn.
    private var changes: [(step: Int, priority: UInt64)] = []
    /// By the number of the thread. Drawn at random above `Self.drawn`.
    private var priorities: [UInt64] = []
    /// The last priority of a thread that waits in a loop. They count down, below all others.
    private var lowest: UInt64 = 1 << 32
    private static let changed: UInt64 = 1 << 32
    private static let drawn: UInt64 = 1 << 33

    /// - Parameter length: How many steps a schedule has. Priorities change at some of them.
    init(random: SplitMix64, depth: Int, length: Int) {
        self.random = random
        changes = (1..<depth)
            .map { (self.random.below(max(1, length)), Self.changed + UInt64($0)) }
            .sorted { $0.0 > $1.0 }
    }

    mutating func chooseStore(among count: Int) -> Int { random.store(among: count) }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        let newest = candidates[candidates.endIndex - 1].thread
        while priorities.count <= newest { priorities.append(random.next() | Self.drawn) }
        if let current = step.current, candidates[current].isPause {
            lower(candidates[current].thread)
        }
        var best = highest(candidates)
        while let change = changes.last, change.step <= step.step {
            changes.removeLast()
            priorities[candidates[best].thread] = change.priority
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
