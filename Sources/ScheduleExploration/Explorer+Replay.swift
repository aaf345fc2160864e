/// Running a schedule again.
extension Explorer {
    /// Whether the schedule makes the same choices when it is run again. If not, that becomes the outcome.
    private func repeats(_ trace: ScheduleTrace) -> Bool {
        _ = run(.preemptionList(trace.preemptionList, trace.points))
        if scheduler.end == .crashed {
            noteCrash()
            return false
        }
        if scheduler.end == .blockedOutside {
            investigate(.blockedOutside, scheduler.trace)
            return false
        }
        if scheduler.trace.fingerprint == trace.fingerprint, !scheduler.hasDiverged { return true }
        report.outcome = .nondeterministic(
            "run again, a schedule of \(trace.steps) steps and \(trace.choices) choices had "
                + "\(scheduler.trace.steps) and \(scheduler.trace.choices), or others")
        return false
    }

    /// Whether the program depends on its schedule alone. If not, that becomes the outcome, or that a schedule fails.
    ///
    /// A schedule may be the first to do what a process does only once, as to make a global. It takes another course when it is run
    /// again, and is that one's first run.
    func isDeterministic(_ trace: ScheduleTrace) -> Bool {
        let repeated = repeated(trace) { judgement in
            if case .passed = judgement { return true }
            investigate(judgement, scheduler.trace)
            return false
        }
        if repeated != nil { report.outcome = .passed }
        return repeated != nil
    }

    /// The schedule, if it makes the same choices when it is run again. If not, that which came instead, if that is accepted and makes
    /// the same choices again.
    func repeated(_ trace: ScheduleTrace, orElse accepts: (Judgement) -> Bool) -> ScheduleTrace? {
        if repeats(trace) { return trace }
        guard !scheduler.isOver, let end = scheduler.end, accepts(judge(end)) else { return nil }
        let other = scheduler.trace
        return repeats(other) ? other : nil
    }

    func replay(_ token: ReplayToken) {
        guard token.isFor(report.scenario) else {
            report.outcome = .nondeterministic(
                "the token \(token) is for another scenario than \(report.scenario)")
            return
        }
        // A process does some things in its first schedule only.
        _ = recorded { run(.preemptionList([], .beforeAccesses)) }
        if case .seeded = token.path { _ = recorded { runProfiled() } }
        // One that crashes can't be run again to be shown.
        let judgement = settle(recorded { run(token.path) })
        defer { scheduler.record = nil }
        let trace = scheduler.trace
        if case .failed(.crash, _) = judgement {
            investigate(judgement, trace)
        } else if scheduler.hasDiverged {
            report.outcome = .nondeterministic(
                "the program did not follow the schedule of the token \(token)")
        } else if case .failed(let kind, let message) = judgement {
            let failure = self.failure(kind, message, preemptions: trace.preemptions, nil)
            let race = Instrumentation.racing
            show(trace, kind, trace.preemptions, race)
            settle(failure)
        } else if case .blockedOutside = judgement {
            investigate(judgement, trace)
        }
    }

    /// Runs a schedule with its steps recorded, unless the one before was the last.
    private func recorded(_ run: () -> ControlledScheduler.End) -> ControlledScheduler.End {
        if !scheduler.isOver { scheduler.record = ScheduleRecord() }
        return run()
    }
}
