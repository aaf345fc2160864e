/// What an explored program reports about itself, in the schedule that it runs in.
public enum ExploredSchedule {
    /// Fails the schedule, or the run of ``stress(runs:seconds:_:)``, unless `condition` holds. Elsewhere, does nothing.
    public static func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
        if condition { return }
        // Made first: it may reach a choice point.
        let text = message()
        guard let scheduler = ConcurrencyCapture.current else { return Stress.fail(text) }
        scheduler.note { $0.failures.append(text) }
    }

    /// Notes that this coverage point was reached. The report says in how many schedules it was: a hazard that never occurred
    /// was not tested.
    public static func cover(_ point: String) {
        ConcurrencyCapture.current?.note { $0.covered.insert(point) }
    }

    /// Calls `check` when no thread can continue, after the program's body has ended. A result that isn't nil is a failure. The
    /// check is not part of the schedule.
    public static func whenQuiescent(_ check: @escaping @Sendable () -> String?) {
        guard let scheduler = ConcurrencyCapture.current else { return Stress.whenQuiescent(check) }
        scheduler.note { $0.checks.append(check) }
    }
}
