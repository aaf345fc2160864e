internal import CPlatform
internal import CScheduleControl
internal import ConcurrencyPrimitives
private import RandomNumbers

/// Runs the schedules of one exploration, and judges each.
///
/// Used by the thread that holds the scheduling token: the driver, or within ``ControlledScheduler/run(_:then:)`` the thread
/// that ended a schedule.
final class Explorer {
    enum Judgement {
        case passed
        case failed(ScheduleFailure.Kind, String)
        case blockedOutside
    }

    let plan: ExplorationPlan
    /// What atomic loads may read: a token's memory comes before the plan's.
    let memory: MemoryModel
    /// What the machine may do: a token's comes before the plan's.
    let machine: MachineBehavior
    let scheduler: ControlledScheduler
    var report: ExplorationReport
    private var seen: Set<UInt64> = []
    private var graphs: Set<UInt64> = []
    private let search: ExhaustiveSearch?
    /// Of the second schedule: the first does what a process does only once.
    private var profile = ScheduleProfile()

    /// The number of the next schedule; those of this shard differ by the number of shards.
    private var index: Int
    /// The judgement of the last schedule, if the thread that ended it has made it.
    private var last: Judgement?
    private var begin: UInt64 = 0
    private var lastProgress: UInt64 = 0
    /// Whether no more schedules begin, though some are left.
    private var isStopped = false
    /// How many steps are left for finding a simpler schedule than the one that has failed.
    var stepsToSimplify = 0

    init(_ plan: ExplorationPlan, name: String, _ body: @escaping @Sendable () async throws -> Void) {
        self.plan = plan
        memory = plan.replay?.memory ?? plan.memory
        machine =
            plan.replay?.machine
            ?? MachineBehavior(
                spuriousWakeups: max(0, plan.spuriousWakeups), earlyTimeouts: max(0, plan.earlyTimeouts),
                poolThreads: plan.poolThreads.map { max(1, $0) } ?? 0)
        report = ExplorationReport(
            scenario: name, strategy: "\(plan.strategy)", seed: plan.seed, memory: memory)
        report.spuriousWakeups = machine.spuriousWakeups
        report.earlyTimeouts = machine.earlyTimeouts
        report.poolThreads = machine.pool
        index = plan.shard.index
        search =
            if case .exhaustive(let bound) = plan.strategy.kind {
                // Wakeups share a budget, so they don't commute.
                ExhaustiveSearch(
                    bound, plan.strategy.points,
                    mayLeaveOut: Instrumentation.seesEffects && machine.isUsual)
            } else {
                nil
            }
        let processor =
            plan.processor.map { oplab_allowed_processor(Int32(truncatingIfNeeded: $0)) }
            ?? oplab_current_processor()
        scheduler = ControlledScheduler(processor: processor, stepLimit: plan.stepLimit, memory: memory) {
            _ = ConcurrencyCapture.current!.startTask(nil) {
                do {
                    try await body()
                } catch {
                    // The program's code, which may reach a choice point.
                    let text = "\(error)"
                    ConcurrencyCapture.current?.note { $0.failures.append(text) }
                }
                ConcurrencyCapture.current?.note { $0.hasEnded = true }
            }
        }
        scheduler.machine = machine
        scheduler.orders = plan.orders.map { MemoryOrders(weakened: $0.weakened) }
        _ = oplab_stay_on_processor(processor)
    }

    func run() -> ExplorationReport {
        Exploration.begin(scheduler)
        beginPrimitives()
        report.seesRuntime = RuntimeInterposition.begin()
        report.seesDispatch = oplab_interposes_dispatch()
        scheduler.hasPointsAtStarts = report.seesRuntime
        scheduler.sharesThreads =
            report.seesRuntime && plan.sharesThreads && plan.replay == nil && oplab_can_share_threads()
        if plan.takesCrashes { scheduler.catchCrashes() }
        begin = oplab_monotonic_nanoseconds()
        if let replay = plan.replay { self.replay(replay) } else { explore() }
        report.nanoseconds = oplab_monotonic_nanoseconds() - begin
        if report.hasPassed, let failure = plan.tokenFile?.failure {
            report.outcome = .unsupported("\(failure)")
        }
        report.traces.values = plan.keepsTraces ? Array(seen) : []
        report.isInstrumented = Instrumentation.functions != nil
        report.letsLimitsWait = scheduler.letsLimitsWait
        report.isMemoryLimited = Instrumentation.functions?.take_memory_limited() ?? false
        if let orders = scheduler.orders { plan.orders?.note(orders) }
        report.unseen = UnseenCall.texts(scheduler.unseen)
        if let name = Instrumentation.missingFunction {
            report.unseen.append("\(name), which this toolchain doesn't let an instrumented program replace")
        }
        report.seesInside = report.isInstrumented || scheduler.innerPoints.exist
        if !plan.acceptsUnseen, !report.unseen.isEmpty || !report.seesInside {
            switch report.outcome {
            case .passed: report.outcome = .unseen
            // What other threads do isn't the same each time.
            case .vacuous where !report.unseen.isEmpty, .nondeterministic where !report.unseen.isEmpty:
                report.outcome = .unseen
            default: break
            }
        }
        if case .failed(let failure) = report.outcome, failure.kind == .deadlock, scheduler.isOutsideAwaited {
            // What it waits for may have come from there, later.
            report.outcome = .unseen
        }
        scheduler.releaseCrashes()
        scheduler.endCarriers()
        RuntimeInterposition.end()
        endPrimitives()
        Exploration.end()
        oplab_leave_processor()
        return report
    }

    // MARK: Exploring

    private func explore() {
        guard warmUp() else { return }
        while let strategy = nextStrategy() {
            last = nil
            let end = scheduler.run(strategy) { [unowned self] in
                let judgement = settle(.quiescent)
                if case .passed = judgement, !isToBeRepeated, let next = nextStrategy() { return next }
                last = judgement
                return nil
            }
            let judgement = last ?? settle(end)
            guard case .passed = judgement else { return investigate(judgement, scheduler.trace) }
            if isToBeRepeated, !isDeterministic(scheduler.trace) { return }
        }
        noteEstimate()
        if let search, search.hasDiverged {
            report.outcome = .nondeterministic("a schedule that was begun before could not be begun again")
        } else if report.choices == 0 {
            report.outcome = .vacuous
        }
    }

    /// Runs a few schedules, to learn how long one is and to do what a process does once only. They are not counted, unless one
    /// fails: each of several shards runs them.
    private func warmUp() -> Bool {
        let judgement = judge(run(.preemptionList([], .beforeAccesses)))
        guard case .passed = judgement else {
            count(scheduler.trace)
            investigate(judgement, scheduler.trace)
            return false
        }
        // An exhaustive search doesn't need the length, and counts all its schedules.
        if search != nil { return true }
        for path: ReplayToken.Path? in [
            nil, .seeded(.sticky, seed: plan.seed, schedule: -1, length: 0),
            .seeded(.random, seed: plan.seed, schedule: -2, length: 0),
        ] {
            let judgement = judge(path.map(run) ?? runProfiled())
            let trace = scheduler.trace
            guard case .passed = judgement else {
                count(trace)
                investigate(judgement, trace)
                return false
            }
            report.longest = max(report.longest, trace.steps)
            report.threads = max(report.threads, trace.threads)
        }
        // Other schedules may be longer.
        report.reckoned = report.longest + report.longest / 2
        return true
    }

    /// The strategy of the next schedule; nil after the last.
    private func nextStrategy() -> (any ScheduleStrategy)? {
        guard index < plan.schedules else { return nil }
        isStopped = isStopped || isTimeUp()
        if isStopped { return nil }
        defer { index += plan.shard.count }
        guard let search else {
            let strategy = plan.strategy.resolved(schedule: index)
            report.tried["\(strategy)", default: 0] += 1
            return noted(.seeded(strategy, seed: plan.seed, schedule: index, length: report.reckoned))
                .strategy(profile)
        }
        if report.tried.isEmpty {
            report.tried["\(plan.strategy)"] = 0
        } else {
            search.advance()
        }
        if search.isDone || search.hasDiverged {
            report.isComplete = search.isDone
            return nil
        }
        report.tried["\(plan.strategy)"]! += 1
        _ = noted(.preemptionList(search.preemptionList, search.points))
        return ExhaustiveSchedule(search: search)
    }

    private func noteEstimate() {
        report.estimatedTotal = search.flatMap { search in
            // The last schedule is not in the part that lies before it.
            let total = Double(report.schedules - 1) / search.triedPart
            return report.isComplete || !total.isFinite || total == 0 ? nil : total
        }
    }

    /// Whether there is no time for more schedules. Reports progress, too.
    private func isTimeUp() -> Bool {
        guard report.schedules > 0, report.schedules & 15 == 0, plan.seconds != nil || plan.progress != nil
        else { return false }
        let now = oplab_monotonic_nanoseconds()
        if let seconds = plan.seconds, Double(now - begin) > seconds * 1e9 { return true }
        guard let progress = plan.progress, now - lastProgress > 200_000_000 else { return false }
        lastProgress = now
        report.nanoseconds = now - begin
        noteEstimate()
        return !progress(report)
    }

    /// Whether the last schedule is run again, to see that the program depends on its schedule alone. That is a property of the
    /// program, so ever fewer are.
    private var isToBeRepeated: Bool { report.schedules & (report.schedules - 1) == 0 }

    // MARK: One schedule

    func run(_ path: ReplayToken.Path) -> ControlledScheduler.End {
        scheduler.run(noted(path).strategy(profile))
    }

    /// Runs the non-preemptive schedule, and makes the profile of it.
    func runProfiled() -> ControlledScheduler.End {
        profile = ScheduleProfile()
        _ = noted(.preemptionList([], .beforeAccesses))
        defer { profile.finish(scheduler.lineages.parents) }
        return scheduler.run(ProfiledSchedule(profile: profile))
    }

    func run(_ search: ExhaustiveSearch) -> ControlledScheduler.End {
        _ = noted(.preemptionList(search.preemptionList, search.points))
        return scheduler.run(ExhaustiveSchedule(search: search))
    }

    /// The token of a schedule that is about to run; it is written to the token's file.
    private func noted(_ path: ReplayToken.Path) -> ReplayToken {
        let token = ReplayToken(scenario: report.scenario, path, memory, machine)
        // After a crash the file goes on naming its schedule.
        if !scheduler.isOver { plan.tokenFile?.write(token) }
        return token
    }

    /// Judges the schedule that has ended, and counts it.
    func settle(_ end: ControlledScheduler.End) -> Judgement {
        let judgement = judge(end)
        count(scheduler.trace)
        return judgement
    }

    private func count(_ trace: ScheduleTrace) {
        report.schedules += 1
        report.choices += trace.choices
        report.steps += trace.steps
        report.longest = max(report.longest, trace.steps)
        report.threads = max(report.threads, trace.threads)
        seen.insert(trace.fingerprint.digest)
        report.distinct = seen.count
        if memory != .sequential, let functions = Instrumentation.functions {
            graphs.insert(functions.graph_digest())
            report.graphs = graphs.count
        }
        for point in scheduler.notes.covered { report.covered[point, default: 0] += 1 }
    }
}
