import ScheduleExploration
import Testing

/// A program of a few threads.
struct Program: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: @Sendable () async throws -> Void
    init(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
        (testDescription, self.body) = (name, body)
    }

    /// One that blocks, which asynchronous code may not.
    init(blocking name: String, _ body: @escaping @Sendable () -> Void) {
        self.init(name) { body() }
    }
}

/// Memory that nothing protects.
final class Cell: @unchecked Sendable {
    var value = 0
    var text = "none"
}

func expect(_ cell: Cell, is value: Int) {
    ExploredSchedule.expect(cell.value == value, "it was \(cell.value)")
}

/// The deadlock that an exploration of some schedules finds. Another failure, or none, fails the test.
func deadlock(_ body: @escaping @Sendable () async throws -> Void) async throws -> ScheduleFailure {
    let report = await explore(schedules: 200, body)
    let failure = try #require(report.failure, "\(report)")
    #expect(failure.kind == .deadlock, "\(failure)")
    return failure
}

/// Whether atomic accesses are choice points here. In an ordinary build a loop that waits for one never ends.
@Sendable func isInstrumented() async -> Bool { await explore(schedules: 1) {}.isInstrumented }
