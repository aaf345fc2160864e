/// Another strategy, asked after accesses of shared words, too.
struct AroundAccesses: ScheduleStrategy {
    var strategy: any ScheduleStrategy
    var points: SchedulePoints { .aroundAccesses }
    var needsEffects: Bool { strategy.needsEffects }
    var needsLineages: Bool { strategy.needsLineages }

    mutating func chooseStore(among count: Int) -> Int { strategy.chooseStore(among: count) }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        strategy.choose(among: candidates, step)
    }
}
