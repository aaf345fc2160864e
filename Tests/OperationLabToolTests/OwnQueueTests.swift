import ChildProcesses
import QueueConformance
import TestSupport
import Testing

/// This project's queues do more than a queue has to: `oplab conform` says how others differ there, and that is no failure.
@Suite struct OwnQueueTests {
    private let queues = ["--queue", "lock,actor", "--quiet"]

    /// All but one: of what is ready the queues start first what was added first (5.6).
    @Test func ownQueuesKeepOptionalRules() async throws {
        let optional = RuleBook.all.filter { $0.level == .optional && $0.id != "5.6" }.map { "\($0.id)" }
        let outcome = try await Oplab.run(["conform", "--rule", optional.joined(separator: ",")] + queues)
        #expect(outcome.status == .exited(0))
        #expect(outcome.output.hasSuffix("\n\(2 * optional.count) passed\n"), "\(outcome.output)")
    }

    /// As `addBarrierBlock` says.
    @Test func ownQueuesListBarriersAndCancelAllSparesThem() async throws {
        let outcome = try await Oplab.run(["conform", "--rule", "11.10", "--format", "json"] + queues)
        let said = "`operations` lists a barrier, and `cancelAllOperations` skips it: its block runs"
        #expect(outcome.status == .exited(0))
        #expect(outcome.output.split(separator: said).count == 3, "\(outcome.output)")
    }
}
