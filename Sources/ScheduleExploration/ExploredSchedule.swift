/// The schedule that the calling code runs in, for what a program has to say about itself.
public enum ExploredSchedule {
    /// Fails the schedule, or the run of ``stress(runs:seconds:_:)``, unless `condition` holds. Elsewhere, does nothing.
    public static func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
        if condition { return }
        // Made first: it may come to a point, and others have their turn.
        let text = message()
        guard let scheduler = ConcurrencyCapture.current else { return Stress.fail(text) }
        scheduler.note { $0.failures.append(text) }
    }

    /// Notes that this point was reached. The report has in how many schedules it was: a hazard that was never met
    /// was not tested.
    public static func cover(_ point: String) {
        ConcurrencyCapture.current?.note { $0.covered.insert(point) }
    }

    /// Has `check` asked when nothing can go on any more, also what comes after the end of the program's body: what it
    /// returns is a failure. It is not part of the schedule.
    public static func whenQuiescent(_ check: @escaping @Sendable () -> String?) {
        guard let scheduler = ConcurrencyCapture.current else { return Stress.whenQuiescent(check) }
        scheduler.note { $0.checks.append(check) }
    }
}
