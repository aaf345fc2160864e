import QueueBenchmarking
import TestSupport
import Testing

@testable import OperationLabTool

/// The process that measures, as the one that started it sees it.
@Suite struct MeasureLauncherTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// It is killed for that, and has not failed: whoever asks what became of it hears of the interruption.
    @Test func interruptionAfterTheLastAnswerIsReported() async throws {
        // Its process doesn't end by itself.
        let worker = try folder.gateFixture("lingers")
        let (hasAnswered, answered) = AsyncStream<Void>.makeStream()
        let (interrupted, source) = AsyncStream<Void>.makeStream()
        let measuring = Task {
            try await MeasureLauncher(executable: worker).withProcess(.time) { _ in
                answered.finish()
                // Ends when this task is cancelled; then the body returns as if it had not been.
                for await _ in interrupted {}
                source.finish()
            }
        }
        for await _ in hasAnswered {}
        measuring.cancel()
        await #expect(throws: CancellationError.self) { try await measuring.value }
    }
}
