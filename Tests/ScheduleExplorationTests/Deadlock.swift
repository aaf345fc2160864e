import ScheduleExploration
import Testing

/// The deadlock that an exploration of so many schedules finds. Another failure, or none, fails the test.
func deadlock(
    schedules: Int, _ body: @escaping @Sendable () async throws -> Void
) async throws -> ScheduleFailure {
    let report = await explore(schedules: schedules, body)
    let failure = try #require(report.failure, "\(report)")
    #expect(failure.kind == .deadlock, "\(failure)")
    return failure
}
