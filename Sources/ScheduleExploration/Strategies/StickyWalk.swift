internal import RandomNumbers

/// Lets the same thread go on, mostly, and switches to another at random with a fixed probability.
///
/// A random walk over few preemptions: real bugs need few (Musuvathi and Qadeer, *Iterative Context Bounding for
/// Systematic Testing of Multithreaded Programs*, PLDI 2007). A thread that waits in a loop is switched away from.
struct StickyWalk: ScheduleStrategy {
    var random: SplitMix64
    /// It switches once in so many steps.
    let period: Int

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        if let current = step.current, !candidates[current].next.isPause, random.below(period) != 0 {
            return current
        }
        return candidates.startIndex + random.below(candidates.count)
    }
}
