/// What an explored program has reported about itself in one schedule.
struct ScheduleNotes {
    /// The expectations that failed.
    var failures: [String] = []
    /// The coverage points that it has passed.
    var covered: Set<String> = []
    /// Called at the end of the schedule; each result that isn't nil is a failure.
    var checks: [@Sendable () -> String?] = []
    /// Whether its body has come to its end.
    var hasEnded = false
}
