import Subprocess
import Testing

@testable import oplab

@Suite struct UsageTests {
    @Test func anUnknownQueueIsNamedWithTheNearest() async throws {
        let outcome = try await Oplab.run("conform", "--queue", "foundatoin")
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.hasPrefix("Error: there is no queue 'foundatoin'; the nearest: foundation"))
        #expect(outcome.output.isEmpty)
    }
}
