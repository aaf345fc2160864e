internal import RandomNumbers

/// Chooses each time anew, all with the same probability.
///
/// Finds what needs many switches. What needs one thread to be held up for long, it finds hardly ever; that is what
/// ``StickyWalk`` and ``PCT`` are for.
struct RandomWalk: ScheduleStrategy {
    var random: SplitMix64

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        candidates.startIndex + random.below(candidates.count)
    }
}
