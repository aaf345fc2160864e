internal import CPlatform

/// Investigates a schedule that has failed: runs it again, shrinks it, and records its interleaving.
extension Explorer {
    /// How often a failing schedule is run again to shrink it.
    private static let attempts = 1_000
    /// How many schedules are tried to find one with fewer preemptions: at random, and in order.
    private static let schedulesSampled = 1_500
    private static let schedulesSearched = 1_500

    func investigate(_ judgement: Judgement, _ trace: ScheduleTrace) {
        guard case .failed(let kind, let message) = judgement else {
            let hint =
                report.seesRuntime ? "" : "; if it is a mutex of the runtime, link ScheduleInterposition"
            report.outcome = .blockedOutside(
                "a thread sleeps outside of the primitives that an exploration controls\(describeSleep())"
                    + hint)
            return
        }
        if kind == .crash { return noteCrash() }
        let race = Instrumentation.racing
        let failure = failure(kind, message, preemptions: trace.preemptions, nil)
        // No schedule can run any more after one whose thread was lost.
        if !plan.shrinks || scheduler.isOver {
            report.outcome = .failed(failure)
            return
        }
        // If it crashes now, that is noted.
        if let repeated = repeated(trace, orElse: { $0.isLike(judgement) }) {
            let simplest = simplest(judgement, repeated)
            if !scheduler.isOver { show(simplest, kind, trace.preemptions, race) }
        }
        settle(failure)
    }

    /// Asks the thread that was lost what it sleeps in: such as `, in read at Cache/Disk.swift:12`. Empty if it doesn't answer.
    private func describeSleep() -> String {
        let stack = scheduler.stallDetector.lostStack()
        let places = CodePlaces([stack])
        let (function, place) = (places.innermostFunction(stack), places.text(stack))
        if place.isEmpty || place == function { return function.isEmpty ? "" : ", in \(function)" }
        return ", in \(function) at \(place)"
    }

    /// Reports a failure that was found, unless it was shown as it failed again.
    func settle(_ failure: ScheduleFailure) {
        if scheduler.end == .crashed { return noteCrash(inPlaceOf: failure) }
        if report.failure != nil { return }
        // It has failed, even if it doesn't fail again. In a process of its own it may.
        var failure = failure
        failure.message += "; it took another course when it was run again in this process"
        if case .nondeterministic(let reason) = report.outcome { failure.message += " (\(reason))" }
        failure.message += ": the program leaves state behind, or depends on more than its schedule"
        report.outcome = .failed(failure)
    }

    /// The schedule that has run last has crashed: no other follows. It has its steps if they were recorded.
    ///
    /// - Parameter failure: What was found before, if the schedule is one that was tried to simplify that: a crash is worse.
    func noteCrash(inPlaceOf failure: ScheduleFailure? = nil) {
        scheduler.record?.crash = scheduler.crash
        var crash = self.failure(
            .crash, scheduler.crash.message, preemptions: scheduler.trace.preemptions, scheduler.record)
        if let failure {
            let lines = failure.message.split(separator: "\n").joined(separator: " ")
            crash.message +=
                "; found while a schedule was simplified that fails, replay: \(failure.token): \(lines)"
        }
        if let race = Instrumentation.race { crash.message += "; before it, a data race: \(race)" }
        if scheduler.record != nil { write(&crash) }
        report.outcome = .failed(crash)
    }

    /// Writes the page of a failure whose steps are known, if the plan has a folder.
    private func write(_ failure: inout ScheduleFailure) {
        guard let folder = plan.failureFolder else { return }
        do {
            try failure.write(of: report.scenario, to: folder)
        } catch {
            failure.message += "; its page is missing: \(error)"
        }
    }

    /// A schedule that fails in the same way, with few preemptions, and without points after accesses if it needs none.
    private func simplest(_ judgement: Judgement, _ trace: ScheduleTrace) -> ScheduleTrace {
        var best = shrink(trace, judgement)
        if best.points == .aroundAccesses, let other = sampled(below: .max, .beforeAccesses, judgement) {
            best = shrink(other, judgement)
        }
        if let other = sampled(below: best.preemptions, best.points, judgement) {
            best = shrink(other, judgement)
        }
        return searched(below: best.preemptions, best.points, judgement) ?? best
    }

    /// Whether it makes sense to look for a simpler schedule.
    private var maySimplify: Bool { stepsToSimplify > 0 && !scheduler.isCrowded && !scheduler.isOver }

    /// Whether a schedule fails in the same way.
    private func fails(_ judgement: Judgement, _ run: () -> ControlledScheduler.End) -> Bool {
        let end = run()
        stepsToSimplify -= scheduler.trace.steps
        return judge(end).isLike(judgement)
    }

    /// A schedule with fewer preemptions that fails in the same way, if PCT finds one: its schedules of small depth have few
    /// preemptions.
    private func sampled(
        below preemptions: Int, _ points: SchedulePoints, _ judgement: Judgement
    ) -> ScheduleTrace? {
        stepsToSimplify = plan.stepsToSimplify
        let length = report.reckoned > 0 ? report.reckoned : report.longest
        var best: ScheduleTrace?
        for number in 0..<Self.schedulesSampled where maySimplify {
            var strategy = ExplorationStrategy.priorities(depth: 1 + number % 3)
            strategy.points = points
            let path = ReplayToken.Path.seeded(
                strategy, seed: plan.seed, schedule: number, length: length)
            guard fails(judgement, { run(path) }) else { continue }
            if scheduler.trace.preemptions < best?.preemptions ?? preemptions { best = scheduler.trace }
        }
        return best
    }

    /// A schedule with the fewest preemptions that fails in the same way, if a search of all schedules with no preemption, one,
    /// and so on finds one in time.
    private func searched(
        below preemptions: Int, _ points: SchedulePoints, _ judgement: Judgement
    ) -> ScheduleTrace? {
        stepsToSimplify = plan.stepsToSimplify
        var left = Self.schedulesSearched
        for bound in 0..<preemptions {
            let search = ExhaustiveSearch(.preemptions(bound), points)
            while !search.isDone, !search.hasDiverged {
                if left == 0 || !maySimplify { return nil }
                left -= 1
                if fails(judgement, { run(search) }) { return scheduler.trace }
                search.advance()
            }
        }
        return nil
    }

    /// Removes preemptions while the schedule fails in the same way: first many at a time, then one by one.
    /// (As Zeller, Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, 2002, without its complements.)
    private func shrink(_ trace: ScheduleTrace, _ judgement: Judgement) -> ScheduleTrace {
        stepsToSimplify = plan.stepsToSimplify
        var best = trace.preemptionList
        var attempts = Self.attempts
        var chunk = max(1, best.count / 2)
        while attempts > 0, maySimplify {
            var hasShrunk = false
            var start = 0
            while start < best.count, attempts > 0, maySimplify {
                var shorter = best
                shorter.removeSubrange(start..<min(start + chunk, best.count))
                attempts -= 1
                if fails(judgement, { run(.preemptionList(shorter, trace.points)) }) {
                    // The preemptions that were made; the schedule may not have been able to follow some.
                    best =
                        scheduler.trace.preemptionList.count < best.count
                        ? scheduler.trace.preemptionList : shorter
                    hasShrunk = true
                } else {
                    start += chunk
                }
            }
            if chunk == 1, !hasShrunk { break }
            chunk = max(1, chunk / 2)
        }
        _ = run(.preemptionList(best, trace.points))
        return scheduler.trace
    }

    /// Runs the failing schedule once more, and reports its interleaving.
    ///
    /// - Parameter race: The data race, if that is how it fails.
    func show(
        _ trace: ScheduleTrace, _ kind: ScheduleFailure.Kind, _ preemptions: Int, _ race: oplab_race?
    ) {
        let record = ScheduleRecord()
        scheduler.record = record
        let judgement = judge(
            Instrumentation.watching(race) { run(.preemptionList(trace.preemptionList, trace.points)) })
        if scheduler.end == .crashed { return }
        scheduler.record = nil
        guard case .failed(kind, let message) = judgement else {
            report.outcome = .nondeterministic("a schedule that failed did not fail when it was run again")
            return
        }
        var failure = failure(kind, message, preemptions: preemptions, record)
        write(&failure)
        report.outcome = .failed(failure)
    }

    /// The failure of the schedule that has run last.
    ///
    /// - Parameters:
    ///   - preemptions: The number of preemptions of the schedule as it was found.
    ///   - record: Its steps; nil if they weren't recorded.
    func failure(
        _ kind: ScheduleFailure.Kind, _ message: String, preemptions: Int, _ record: ScheduleRecord?
    ) -> ScheduleFailure {
        let message =
            switch kind {
            case .dataRace: Instrumentation.race?.description ?? message
            case .failed, .crash, .deadlock, .stepLimit: message
            }
        return ScheduleFailure(
            kind: kind, message: message,
            schedule: plan.shard.index + (report.schedules - 1) * plan.shard.count,
            preemptions: preemptions,
            fewestPreemptions: scheduler.trace.preemptions,
            blocked: kind == .crash ? [] : scheduler.waits(record),
            suspended: kind == .deadlock ? record.map(scheduler.suspendedTasks) ?? [] : [],
            token: ReplayToken(
                scenario: report.scenario,
                .preemptionList(scheduler.trace.preemptionList, scheduler.trace.points), memory,
                machine),
            interleaving: record.map(Interleaving.init) ?? .empty)
    }
}
