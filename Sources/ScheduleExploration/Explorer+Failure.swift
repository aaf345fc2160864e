/// What is done with a schedule that has failed: it is run again, made simpler, and shown.
extension Explorer {
    /// How often a failing schedule is run again to make it smaller.
    private static let attempts = 1_000
    /// Fewer where each is as long as a schedule may be.
    private static let attemptsAtLength = 50
    /// How many schedules are tried for one of fewer preemptions: at random, and in order.
    private static let schedulesSampled = 1_500
    private static let schedulesSearched = 1_500

    func investigate(_ judgement: Judgement, _ trace: ScheduleTrace) {
        guard case .failed(let kind, let message) = judgement else {
            let hint =
                report.seesRuntime ? "" : "; if it is a mutex of the runtime, link ScheduleInterposition"
            report.outcome = .blockedOutside(
                "a thread sleeps in something that is none of the primitives that an exploration controls"
                    + hint)
            return
        }
        var failure = failure(kind, message, preemptions: trace.preemptions, Interleaving(events: []))
        if !plan.shrinks {
            report.outcome = .failed(failure)
            return
        }
        if repeats(trace) {
            var short = shrink(trace.preemptionList, judgement)
            _ = run(.preemptionList(short))
            if let other = sampled(below: scheduler.trace.preemptions, judgement) {
                short = shrink(other, judgement)
                _ = run(.preemptionList(short))
            }
            let fewest = searched(below: scheduler.trace.preemptions, judgement)
            show(fewest ?? short, kind, trace.preemptions)
        }
        if report.failure == nil {
            // It has failed, whatever it does the next time. In a process of its own it may do the same again.
            failure.message +=
                "; run again in this process, it went otherwise: the program leaves state behind, or depends on "
                + "more than its schedule"
            report.outcome = .failed(failure)
        }
    }

    /// A schedule of fewer preemptions that fails in the same way, if schedules by priorities have one: those of a
    /// small depth have few.
    private func sampled(below preemptions: Int, _ judgement: Judgement) -> [PreemptionList.Preemption]? {
        var best: (preemptions: Int, preemptionList: [PreemptionList.Preemption])?
        for number in 0..<Self.schedulesSampled where !scheduler.isCrowded {
            let strategy = ExplorationStrategy.priorities(depth: 1 + number % 3)
            let path = ReplayToken.Path.seeded(
                strategy, seed: plan.seed, schedule: number, length: report.longest)
            guard judge(run(path)).isLike(judgement) else { continue }
            let trace = scheduler.trace
            if trace.preemptions < best?.preemptions ?? preemptions {
                best = (trace.preemptions, trace.preemptionList)
            }
        }
        return best?.preemptionList
    }

    /// The same, of all schedules of no preemption, of one, and so on, as far as that goes: of the fewest, in that
    /// case.
    private func searched(below preemptions: Int, _ judgement: Judgement) -> [PreemptionList.Preemption]? {
        var left = Self.schedulesSearched
        for bound in 0..<preemptions {
            let search = ExhaustiveSearch(preemptions: bound)
            while !search.isDone, !search.hasDiverged {
                if left == 0 || scheduler.isCrowded { return nil }
                left -= 1
                if judge(run(search)).isLike(judgement) { return scheduler.trace.preemptionList }
                search.advance()
            }
        }
        return nil
    }

    /// Leaves out preemptions as long as the schedule fails in the same way: first many at a time, then one by one.
    /// (As Zeller, Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, 2002, without its complements.)
    private func shrink(
        _ preemptionList: [PreemptionList.Preemption], _ judgement: Judgement
    ) -> [PreemptionList.Preemption] {
        var best = preemptionList
        var attempts = judgement.isLong ? Self.attemptsAtLength : Self.attempts
        var chunk = max(1, best.count / 2)
        while attempts > 0, !scheduler.isCrowded {
            var hasShrunk = false
            var start = 0
            while start < best.count, attempts > 0 {
                var shorter = best
                shorter.removeSubrange(start..<min(start + chunk, best.count))
                attempts -= 1
                if judge(run(.preemptionList(shorter))).isLike(judgement) {
                    // What was really done: what could not be followed is left out.
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
        return best
    }

    /// Runs the failing schedule once more, and reports what its threads did.
    func show(_ preemptionList: [PreemptionList.Preemption], _ kind: ScheduleFailure.Kind, _ preemptions: Int)
    {
        let record = ScheduleRecord()
        scheduler.record = record
        let judgement = judge(run(.preemptionList(preemptionList)))
        scheduler.record = nil
        guard case .failed(kind, let message) = judgement else {
            report.outcome = .nondeterministic("a schedule that failed did not fail when it was run again")
            return
        }
        report.outcome = .failed(
            failure(kind, message, preemptions: preemptions, Interleaving(record)))
    }

    /// The failure of the schedule that has run last.
    ///
    /// - Parameter preemptions: Of the schedule as it was found.
    private func failure(
        _ kind: ScheduleFailure.Kind, _ message: String, preemptions: Int, _ interleaving: Interleaving
    ) -> ScheduleFailure {
        ScheduleFailure(
            kind: kind, message: message, schedule: report.schedules - 1, preemptions: preemptions,
            fewestPreemptions: scheduler.trace.preemptions, blocked: scheduler.waits(),
            token: ReplayToken(scenario: report.scenario, .preemptionList(scheduler.trace.preemptionList)),
            interleaving: interleaving)
    }
}

extension Explorer.Judgement {
    fileprivate var isLong: Bool { if case .failed(.stepLimit, _) = self { true } else { false } }

    /// Whether both say the same, numbers apart: a simpler schedule of another fault is none of this one.
    fileprivate func isLike(_ other: Self) -> Bool {
        guard case (.failed(let kind, let message), .failed(let otherKind, let otherMessage)) = (self, other)
        else { return false }
        return kind == otherKind && message.filter { !$0.isNumber } == otherMessage.filter { !$0.isNumber }
    }
}
