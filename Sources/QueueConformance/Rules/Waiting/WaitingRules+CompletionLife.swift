private import ConcurrencyPrimitives
import Operations

/// How long an operation lives: 9.11.
extension WaitingRules {
    static let livesUntilCompletedRule = Rule(
        "9.11", "An operation that nobody else keeps lives until its completion block has returned.",
        sources: [.own], testedCode: .operation, needs: [.completionBlocks, .lifeCycle],
        isolation: .ownProcess
    ) { try await livesUntilCompleted($0, $1) }

    /// A completion block that waits, and the operation that it belongs to.
    private final class WaitingCompletion: Sendable {
        let label: String
        let began: Latch
        let operation = WeakReference()

        init(_ label: String) {
            self.label = label
            began = Latch("the completion block of \(label) to begin")
        }
    }

    private static func livesUntilCompleted<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let mayReturn = Latch("the completion blocks may return")
            defer { mayReturn.open() }
            let queue = await scenario.queue()
            let completions = try startAndLetGo(scenario, queue, mayReturn)
            _ = try await probe.holdsWhenQuiescent { completions.allSatisfy(\.began.isOpen) }
            // That each runs is rule 9.5.
            let running = completions.filter(\.began.isOpen)
            if running.isEmpty { throw Undecided("no completion block has run") }
            let released = running.filter { !$0.operation.isAlive }
            try probe.expect(
                released.isEmpty,
                "the operations \(running.map(\.label).inWords), which nobody else kept, to live while their "
                    + "completion blocks ran",
                observed: "\(released.map(\.label).inWords) had been released. A block that captures its "
                    + "operation `unowned` would crash")
        }
    }

    /// Has operations end in the ways there are, and keeps none of them. Their completion blocks wait for `mayReturn`.
    private static func startAndLetGo<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue, _ mayReturn: Latch
    ) throws -> [WaitingCompletion] {
        var completions: [WaitingCompletion] = []
        func complete(_ member: RuleScenario<Subject>.Member) -> RuleScenario<Subject>.Member {
            let completion = WaitingCompletion(member.label)
            completion.operation.object = member.operation
            completions.append(completion)
            member.operation.completionBlock = { [began = completion.began] in
                began.open()
                mayReturn.waitBlocking()
            }
            return member
        }
        scenario.add(complete(scenario.operation("A")), to: queue)
        if scenario.claims(.cancellation) {
            let cancelled = complete(scenario.operation("cancelled"))
            scenario.cancel(cancelled)
            scenario.add(cancelled, to: queue)
        }
        try scenario.addOutlastingStart(to: queue, complete)
        let byHand = complete(scenario.operation("started by hand"))
        SystemThread.start { [operation = byHand.operation] in operation.start() }
        _ = scenario.takeContent()
        return completions
    }
}
