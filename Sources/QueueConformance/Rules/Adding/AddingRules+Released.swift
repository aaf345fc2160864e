private import ConcurrencyPrimitives
import Operations

/// What runs when an operation is let go of: 8.13.
extension AddingRules {
    static let releasedBodyRule = Rule(
        "8.13", "A `deinit` that runs because an operation is released may call the queue.",
        sources: [.own], isolation: .ownProcess
    ) { try await releasedBody($0, $1) }

    /// What a body holds. A queue that lets go of it under a lock never gets out of its `deinit`.
    private final class Held: Sendable {
        private let atEnd: @Sendable () -> Void
        init(atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }
        deinit { atEnd() }
    }

    private static func releasedBody<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let (called, returned, ran) = (RelaxedCounter(), RelaxedCounter(), RelaxedCounter())
            @Sendable func add() {
                called.increment()
                queue.addOperation(subject.makeOperation { _ in ran.increment() })
                returned.increment()
            }
            for number in 1...8 {
                scenario.recorder.call("an operation is added whose body holds an object (\(number))") {
                    let held = Held(atEnd: add)
                    queue.addOperation(subject.makeOperation { _ in withExtendedLifetime(held) {} })
                }
                // A queue may let go of one when the next has ended.
                try await probe.settle()
            }
            // A queue that keeps every body breaks rule 8.11.
            try await probe.expectWhenQuiescent(
                "each of \(called.value) calls of addOperation that a deinit makes to return, and what it adds to run",
                observed: "\(returned.value) had returned, and \(ran.value) had run",
                { returned.value == called.value && ran.value == called.value })
        }
    }
}
