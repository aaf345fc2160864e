internal import RandomNumbers

/// Chooses each thread with the same probability, independently at each step.
///
/// It finds bugs that need many switches. It hardly ever finds those that need one thread to be delayed for long, as
/// ``StickyWalk`` and ``PCT`` do.
struct RandomWalk: ScheduleStrategy {
    var random: SplitMix64

    mutating func chooseStore(among count: Int) -> Int { random.store(among: count) }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        candidates.startIndex + random.below(candidates.count)
    }
}
