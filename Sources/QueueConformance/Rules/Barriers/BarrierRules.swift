internal import ConcurrencyPrimitives
import Operations

/// Family 11, as far as it is about barriers.
enum BarrierRules {
    static let all = [
        standsBetweenRule, onEmptyQueueRule, onUnderlyingQueueRule, isNotStalledRule, listingRule, secondRule,
    ]

    static let listingRule = Rule(
        unspecified: "11.10",
        "Whether `operations` lists a barrier, and whether `cancelAllOperations` skips it.",
        needs: [.barriers, .enumeration, .cancelAll, .suspension], isolation: .ownProcess
    ) { try await listing($0, $1) }

    private static func listing<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws -> String {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let before = scenario.held("A")
            scenario.add(before, to: queue)
            try await scenario.expectStart(of: [before], "in an idle queue")
            await scenario.setSuspended(queue, true)
            let barrier = try scenario.addBarrier("the barrier", to: queue)
            try await probe.settle()
            if barrier.hasStarted {
                throw Undecided("the barrier has started, so that it can't be seen waiting")
            }
            let count = try await queue.enumerable.operations.count
            let listed = count > 1 ? "lists a barrier" : "lists no barrier"
            await scenario.cancelAll(queue)
            before.release()
            barrier.release()
            await scenario.setSuspended(queue, false)
            try await probe.settle()
            let skipped =
                barrier.hasStarted ? "skips it: its block runs" : "cancels it: its block never runs"
            return "`operations` \(listed), and `cancelAllOperations` \(skipped)"
        }
    }
}
