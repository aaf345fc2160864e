import Operations

/// Family 11, as far as it is about barriers.
enum BarrierRules {
    static let all: [Rule] = [
        Rule(
            "11.1",
            "A barrier starts when everything added before it has finished; nothing added after it starts until it has "
                + "finished, cancelled operations excepted.",
            level: .claimed, sources: [.documentation], needs: [.barriers], isolation: .ownProcess
        ) { try await standsBetween($0, $1) },
        Rule(
            "11.2", "A barrier on an empty queue obeys suspension, is waited for and has `current`.",
            level: .claimed, sources: [.own], needs: [.barriers], isolation: .ownProcess
        ) { try await onEmptyQueue($0, $1) },
        Rule(
            "11.3", "A barrier holds on a concurrent `underlyingQueue` too.",
            level: .claimed, sources: [.documentation], needs: [.barriers, .underlyingQueue],
            isolation: .ownProcess
        ) { try await onUnderlyingQueue($0, $1) },
        Rule(
            "11.4",
            "Cancelling an operation before a barrier, or adding a cancelled one after it, does not stall it.",
            level: .claimed, sources: [.documentation], needs: [.barriers, .cancellation, .dependencies],
            isolation: .ownProcess
        ) { try await isNotStalled($0, $1) },
    ]

    static let unspecified: [Rule] = [
        Rule(
            unspecified: "11.10",
            "Whether `operations` lists a barrier, and whether `cancelAllOperations` skips it.",
            needs: [.barriers, .enumeration, .cancellation, .suspension], isolation: .ownProcess
        ) { try await listing($0, $1) }
    ]

    private static func listing<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws -> String {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let before = scenario.held("A")
            scenario.add(before, to: queue)
            try await scenario.expectStart(of: [before], "in an idle queue")
            await scenario.setSuspended(queue, true)
            let barrier = scenario.addBarrier("the barrier", to: queue)
            try await probe.settle()
            if barrier.hasStarted {
                throw Undecided("the barrier has started, so that it can't be seen waiting")
            }
            let count = await queue.operations.count
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
