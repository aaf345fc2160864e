internal import CPlatform
internal import ConcurrencyPrimitives

/// Goes through the schedules of one exploration. Used by one thread: the driver.
struct Explorer {
    private enum Judgement {
        case passed
        case failed(ScheduleFailure.Kind, String)
        case blockedOutside
    }

    /// How often a failing schedule is run again to make it smaller.
    private static let attempts = 1_000
    /// Fewer where each may leave threads behind that wait for ever.
    private static let attemptsThatLeaveThreads = 50
    /// How often a schedule is run again before it counts as one that can't be.
    private static let chances = 20
    /// How many schedules of fewer preemptions than a failing one are tried.
    private static let schedulesSearched = 3_000

    private let scheduler: ControlledScheduler
    private let strategy: ExplorationStrategy
    private var report: ExplorationReport
    private let root: @Sendable () -> Void

    init(
        _ strategy: ExplorationStrategy, stepLimit: Int, report: ExplorationReport,
        _ body: @escaping @Sendable () async throws -> Void
    ) {
        let scheduler = ControlledScheduler(stepLimit: stepLimit)
        self.scheduler = scheduler
        self.strategy = strategy
        self.report = report
        root = {
            _ = scheduler.startTask {
                do {
                    try await body()
                } catch {
                    scheduler.note { $0.failures.append("\(error)") }
                }
                scheduler.note { $0.hasEnded = true }
            }
        }
    }

    consuming func run(schedules: Int, replay: ReplayToken?) -> ExplorationReport {
        Exploration.begin(scheduler)
        ConcurrencyCapture.begin()
        report.seesRuntime = RuntimeInterposition.begin()
        _ = oplab_stay_on_processor(oplab_current_processor())
        let begin = oplab_monotonic_nanoseconds()
        if let replay { self.replay(replay) } else { explore(schedules) }
        report.nanoseconds = oplab_monotonic_nanoseconds() - begin
        scheduler.endHosts()
        RuntimeInterposition.end()
        ConcurrencyCapture.end()
        Exploration.end()
        return report
    }

    // MARK: Exploring

    private mutating func explore(_ schedules: Int) {
        var seen: Set<UInt64> = []
        var length = 0
        let search: ExhaustiveSearch? =
            if case .exhaustive(let bound) = strategy.kind { ExhaustiveSearch(preemptions: bound) } else {
                nil
            }
        for index in 0..<schedules {
            let strategy: any ScheduleStrategy =
                search.map { ExhaustiveSchedule(search: $0) }
                ?? self.strategy.strategy(seed: report.seed, schedule: index, length: length)
            let judgement = judge(run(strategy))
            let trace = scheduler.trace
            length = max(length, trace.steps)
            seen.insert(trace.hash)
            count(trace)
            report.distinct = seen.count
            guard case .passed = judgement else { return investigate(judgement, trace) }
            // The first, and ever fewer: that the program does the same again is a property of the program.
            if index & (index + 1) == 0, !repeats(trace) { return }
            if let search {
                search.advance()
                if search.hasDiverged {
                    report.outcome = .nondeterministic(
                        "a schedule that was begun before could not be begun again")
                    return
                }
                if search.isDone {
                    report.isComplete = true
                    break
                }
            }
        }
        if report.choices == 0 { report.outcome = .vacuous }
    }

    private mutating func count(_ trace: ScheduleTrace) {
        report.schedules += 1
        report.choices += trace.choices
        report.steps += trace.steps
        for mark in scheduler.notes.covered { report.covered[mark, default: 0] += 1 }
    }

    private func run(_ strategy: any ScheduleStrategy) -> ControlledScheduler.End {
        scheduler.run(strategy, root)
    }

    private func judge(_ end: ControlledScheduler.End) -> Judgement {
        switch end {
        case .blockedOutside: return .blockedOutside
        case .stepLimit: return .failed(.stepLimit, "not at its end after \(scheduler.trace.steps) steps")
        case .quiescent:
            let notes = scheduler.notes
            let failures =
                notes.failures + (scheduler.threads.isEmpty ? notes.checks.compactMap { $0() } : [])
            if !failures.isEmpty { return .failed(.failed, failures.joined(separator: "; ")) }
            if !notes.hasEnded {
                return .failed(
                    .deadlock, "the program waits for something that nothing can bring about any more")
            }
            if !scheduler.threads.isEmpty {
                return .failed(.deadlock, "the program has ended, and threads are left that wait for ever")
            }
            return .passed
        }
    }

    // MARK: Again

    /// Whether the schedule, run again, makes the same choices. If not, that is the outcome.
    ///
    /// A program may decide by addresses: a compare-and-swap of pointers succeeds on a new object at an old place. Which
    /// place the allocator gives depends on other threads of the process, so it gets more than one chance.
    private mutating func repeats(_ trace: ScheduleTrace) -> Bool {
        for _ in 0..<Self.chances {
            _ = run(Deviations(trace.deviations))
            if scheduler.trace.hash == trace.hash, !scheduler.hasDiverged { return true }
        }
        report.outcome = .nondeterministic(
            "run again, a schedule of \(trace.steps) steps and \(trace.choices) choices had "
                + "\(scheduler.trace.steps) and \(scheduler.trace.choices), or others")
        return false
    }

    private mutating func replay(_ token: ReplayToken) {
        guard token.isFor(report.scenario) else {
            report.outcome = .nondeterministic(
                "the token \(token) is for another scenario than \(report.scenario)")
            return
        }
        let judgement = judge(run(Deviations(token.deviations)))
        count(scheduler.trace)
        report.distinct = 1
        if scheduler.hasDiverged {
            report.outcome = .nondeterministic(
                "the program did not follow the schedule of the token \(token)")
        } else if case .failed(let kind, _) = judgement {
            show(token.deviations, kind, scheduler.trace.preemptions)
        } else if case .blockedOutside = judgement {
            investigate(judgement, scheduler.trace)
        }
    }

    // MARK: A failure

    private mutating func investigate(_ judgement: Judgement, _ trace: ScheduleTrace) {
        guard case .failed(let kind, let message) = judgement else {
            let hint =
                report.seesRuntime ? "" : "; if it is a mutex of the runtime, link ScheduleInterposition"
            report.outcome = .blockedOutside(
                "a thread sleeps in something that is none of the primitives that an exploration controls"
                    + hint)
            return
        }
        // It has failed, whatever it does the next time. In a process of its own it may do the same again.
        let unrepeatable = ScheduleFailure(
            kind: kind,
            message: message
                + "; run again in this process, it went otherwise: the program leaves state behind, or depends on "
                + "more than its schedule",
            schedule: report.schedules - 1, preemptions: trace.preemptions,
            fewestPreemptions: trace.preemptions,
            blocked: scheduler.waits(), token: ReplayToken(scenario: report.scenario, trace.deviations),
            interleaving: Interleaving(events: []))
        if repeats(trace) {
            let short = shrink(trace.deviations, kind)
            _ = run(Deviations(short))
            let fewer = withFewerPreemptions(than: scheduler.trace.preemptions, kind)
            show(fewer ?? short, kind, trace.preemptions)
        }
        if report.failure == nil { report.outcome = .failed(unrepeatable) }
    }

    /// A schedule of fewer preemptions that fails in the same way, if one is found soon: of the fewest, in that case.
    private func withFewerPreemptions(
        than preemptions: Int, _ kind: ScheduleFailure.Kind
    ) -> [Deviations.Deviation]? {
        var left = Self.schedulesSearched
        for bound in 0..<preemptions {
            let search = ExhaustiveSearch(preemptions: bound)
            while !search.isDone, !search.hasDiverged {
                if left == 0 || scheduler.isCrowded { return nil }
                left -= 1
                if case .failed(kind, _) = judge(run(ExhaustiveSchedule(search: search))) {
                    return scheduler.trace.deviations
                }
                search.advance()
            }
        }
        return nil
    }

    /// Leaves out deviations as long as the schedule fails in the same way: first many at a time, then one by one.
    private func shrink(_ deviations: [Deviations.Deviation], _ kind: ScheduleFailure.Kind) -> [Deviations
        .Deviation]
    {
        var best = deviations
        var attempts = kind == .failed ? Self.attempts : Self.attemptsThatLeaveThreads
        var chunk = max(1, best.count / 2)
        while attempts > 0, !scheduler.isCrowded {
            var hasShrunk = false
            var start = 0
            while start < best.count, attempts > 0 {
                var shorter = best
                shorter.removeSubrange(start..<min(start + chunk, best.count))
                attempts -= 1
                if case .failed(kind, _) = judge(run(Deviations(shorter))) {
                    // What was really done: what could not be followed is left out.
                    best =
                        scheduler.trace.deviations.count < best.count ? scheduler.trace.deviations : shorter
                    hasShrunk = true
                } else {
                    start += chunk
                }
            }
            if chunk == 1, !hasShrunk { break }
            chunk = max(1, chunk / 2)
        }
        return best
    }

    private mutating func show(
        _ deviations: [Deviations.Deviation], _ kind: ScheduleFailure.Kind, _ preemptions: Int
    ) {
        let record = ScheduleRecord()
        scheduler.record = record
        let judgement = judge(run(Deviations(deviations)))
        scheduler.record = nil
        guard case .failed(kind, let message) = judgement else {
            report.outcome = .nondeterministic("a schedule that failed did not fail when it was run again")
            return
        }
        report.outcome = .failed(
            ScheduleFailure(
                kind: kind, message: message, schedule: max(0, report.schedules - 1),
                preemptions: preemptions,
                fewestPreemptions: scheduler.trace.preemptions, blocked: scheduler.waits(),
                token: ReplayToken(scenario: report.scenario, scheduler.trace.deviations),
                interleaving: Interleaving(record)))
    }
}
