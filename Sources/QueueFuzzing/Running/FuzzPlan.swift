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
    /// If the subject has variants, the program's seed decides which one makes the operations.
    ///
    /// On real threads, call it from a `WorkerTask` in a process that does nothing else. Under exploration, `simplifies` says
    /// whether to look for a simpler schedule than the first that fails.
    ///
    /// `progress` is called again and again while the program is run, and returns whether to go on.
    public func run(
        _ program: FuzzProgram, _ subject: any ConformanceSubject, simplifies: Bool = false,
        progress: @escaping @Sendable () -> Bool = { true }
    ) async -> ProgramRun.Outcome {
        let explorable = (subject as? any ExplorableSubject)?.variant(for: program)
        guard let strategy else { return await onThreads(program, explorable ?? subject, progress) }
        guard let explorable else { fatalError("'\(subject.name)' can't be explored.") }
        guard let search = ExplorationStrategy(named: strategy) else {
            fatalError("There is no search strategy '\(strategy)'.")
        }
        var plan = ExplorationPlan()
        // It has no history that could be judged.
        plan.takesCrashes = false
        plan.strategy = search
        plan.schedules = runs
        plan.shrinks = simplifies
        plan.seed = program.seed
        plan.progress = { _ in progress() }
        return await ProgramRun.explored(program, explorable, plan: plan)
    }

    private func onThreads(
        _ program: FuzzProgram, _ subject: any ConformanceSubject, _ progress: () -> Bool
    ) async -> ProgramRun.Outcome {
        var outcome = await ProgramRun.onThreads(program, subject)
        for _ in 1..<max(1, runs) {
            if outcome.violation != nil || outcome.problem != nil || !progress() { break }
            let (histories, undecided) = (outcome.histories, outcome.undecided)
            outcome = await ProgramRun.onThreads(program, subject)
            outcome.histories += histories
            outcome.undecided += undecided
        }
        return outcome
    }
}

extension ExplorableSubject {
    fileprivate func variant(for program: FuzzProgram) -> any ExplorableSubject {
        let variants = variants
        return variants[Int(program.seed % UInt64(variants.count))]
    }
}
