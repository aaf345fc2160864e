internal import RandomNumbers

/// Mostly continues the same thread, and switches to a random one with a fixed probability.
///
/// A random walk with few preemptions, since real bugs need few (Musuvathi and Qadeer, *Iterative Context Bounding for
/// Systematic Testing of Multithreaded Programs*, PLDI 2007). It always switches away from a thread that waits
/// in a loop.
struct StickyWalk: ScheduleStrategy {
    var random: SplitMix64
    /// It switches once in so many steps.
    let period: Int

    mutating func chooseStore(among count: Int) -> Int { random.store(among: count) }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        if let current = step.current, !candidates[current].isPause, random.below(period) != 0 {
            return current
        }
        return candidates.startIndex + random.below(candidates.count)
    }
}
