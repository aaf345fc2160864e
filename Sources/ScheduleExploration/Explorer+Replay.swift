/// Running a schedule again.
extension Explorer {
    /// Whether the schedule makes the same choices when it is run again. If not, that becomes the outcome.
    func repeats(_ trace: ScheduleTrace) -> Bool {
        _ = run(.preemptionList(trace.preemptionList, trace.points))
        if scheduler.trace.fingerprint == trace.fingerprint, !scheduler.hasDiverged { return true }
        report.outcome = .nondeterministic(
            "run again, a schedule of \(trace.steps) steps and \(trace.choices) choices had "
                + "\(scheduler.trace.steps) and \(scheduler.trace.choices), or others")
        return false
    }

    func replay(_ token: ReplayToken) {
        guard token.isFor(report.scenario) else {
            report.outcome = .nondeterministic(
                "the token \(token) is for another scenario than \(report.scenario)")
            return
        }
        // A process does some things in its first schedule only.
        _ = run(.preemptionList([], .beforeAccesses))
        if case .seeded = token.path { _ = runProfiled() }
        let judgement = settle(run(token.path))
        let trace = scheduler.trace
        if scheduler.hasDiverged {
            report.outcome = .nondeterministic(
                "the program did not follow the schedule of the token \(token)")
        } else if case .failed(let kind, _) = judgement {
            show(trace, kind, trace.preemptions)
        } else if case .blockedOutside = judgement {
            investigate(judgement, trace)
        }
    }
}
