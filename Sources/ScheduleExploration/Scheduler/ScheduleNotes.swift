/// What an explored program has said about itself in one schedule.
struct ScheduleNotes {
    /// What was not as expected.
    var failures: [String] = []
    /// The coverage points that it has passed.
    var covered: Set<String> = []
    /// What it wants asked at the end: what they return are failures.
    var checks: [@Sendable () -> String?] = []
    /// Whether its body has come to its end.
    var hasEnded = false
}
