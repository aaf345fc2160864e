import CorpusPrograms
import ScheduleExploration

/// Explores one form of a program, of which a wait on a condition variable may return once without a signal.
func explored(
    _ program: some CorpusProgram, isFixed: Bool, strategy: ExplorationStrategy = .rotating, schedules: Int,
    seed: UInt64 = 1, shrinks: Bool = true, replay: ReplayToken? = nil
) async -> ExplorationReport {
    var plan = ExplorationPlan()
    (plan.strategy, plan.schedules, plan.seed) = (strategy, schedules, seed)
    (plan.shrinks, plan.spuriousWakeups, plan.replay) = (shrinks, 1, replay)
    return await explore(plan, name: program.name + (isFixed ? " (fixed)" : "")) {
        try await program.run(isFixed: isFixed) { ExploredSchedule.expect($0, $1) }
    }
}
