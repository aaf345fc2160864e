public import QueueConformance
internal import ScheduleExploration

/// How programs are run: on real threads or under exploration, and how often each.
public struct FuzzPlan: Codable, Hashable, Sendable {
    /// How large the programs are.
    public var size: FuzzProgram.Size
    /// The name of the strategy under which programs are explored; nil for real threads.
    public var strategy: String?
    /// How often each program is run: so many schedules, or runs on real threads.
    public var runs: Int

    public init(size: FuzzProgram.Size = .init(), strategy: String? = nil, runs: Int = 1) {
        self.size = size
        self.strategy = strategy
        self.runs = runs
    }

    /// The program of a seed for a subject.
    public func program(_ seed: UInt64, _ subject: any ConformanceSubject) -> FuzzProgram {
        FuzzProgram(seed: seed, size: size, claims: subject.claims)
    }

    /// Runs a program as often as the plan says, or until it fails.
    ///
    /// On real threads, call it from a `WorkerTask` in a process that does nothing else. Under exploration, `simplifies` says
    /// whether to look for a simpler schedule than the first that fails.
    public func run(
        _ program: FuzzProgram, _ subject: any ConformanceSubject, simplifies: Bool = false
    ) async -> ProgramRun.Outcome {
        guard let strategy else { return await onThreads(program, subject) }
        guard let explorable = subject as? any ExplorableSubject else {
            fatalError("'\(subject.name)' can't be explored.")
        }
        guard let search = ExplorationStrategy(named: strategy) else {
            fatalError("There is no search strategy '\(strategy)'.")
        }
        var plan = ExplorationPlan()
        plan.strategy = search
        plan.schedules = runs
        plan.shrinks = simplifies
        plan.seed = program.seed
        return await ProgramRun.explored(program, explorable, plan: plan)
    }

    private func onThreads(
        _ program: FuzzProgram, _ subject: any ConformanceSubject
    ) async -> ProgramRun.Outcome {
        var outcome = await ProgramRun.onThreads(program, subject)
        for _ in 1..<max(1, runs) {
            if outcome.violation != nil || outcome.problem != nil { break }
            let (histories, undecided) = (outcome.histories, outcome.undecided)
            outcome = await ProgramRun.onThreads(program, subject)
            outcome.histories += histories
            outcome.undecided += undecided
        }
        return outcome
    }
}
