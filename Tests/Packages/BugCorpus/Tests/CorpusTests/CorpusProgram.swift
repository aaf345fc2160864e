import ScheduleExploration
import Shapes

import struct Kernels.Bug  // Testing has a Bug, too.

/// What a test explores: a kernel, or a shape.
protocol CorpusProgram: Sendable {
    var name: String { get }
    func run(isFixed: Bool, _ expect: @escaping Shape.Expectation) async throws
}

extension Bug: CorpusProgram {
    func run(isFixed: Bool, _ expect: @escaping Expectation) async throws {
        try await scenario(isFixed, expect)
    }
}

extension Shape: CorpusProgram {
    func run(isFixed: Bool, _ expect: @escaping Expectation) async { await scenario(isFixed, expect) }
}

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
