private import ConcurrencyPrimitives
import Operations

/// A barrier is the queue's as any operation is, and cancelled operations are nothing that it waits for.
extension BarrierRules {
    static let onEmptyQueueRule = Rule(
        "11.2", "A barrier on an empty queue obeys suspension, is waited for and has `current`.",
        level: .claimed, sources: [.own], needs: [.barriers, .currentQueue], isolation: .ownProcess
    ) { try await onEmptyQueue($0, $1) }

    private static func onEmptyQueue<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe, part: "suspended") { scenario in
            guard scenario.claims(.suspension) else { return }
            let queue = await scenario.queue(suspended: true)
            let barrier = try scenario.addBarrier("the barrier", to: queue)
            try await scenario.expectNoStart(of: [barrier], "in a queue that is suspended")
            await scenario.setSuspended(queue, false)
            try await scenario.expectStart(of: [barrier], "after the queue was resumed")
        }
        try await RuleScenario.run(subject, probe, part: "waited for") { scenario in
            let queue = await scenario.queue()
            let barrier = try scenario.addBarrier("the barrier", to: queue)
            try await scenario.expectStart(of: [barrier], "in an empty queue")
            let returned = Latch("waiting for the queue")
            startTask {
                await scenario.recorder.call("waitUntilAllOperationsAreFinished()") {
                    await queue.waitUntilAllOperationsAreFinished()
                }
                returned.open()
            }
            try await probe.settle()
            try probe.expect(
                !returned.isOpen, "waiting for the queue not to return while its barrier executes",
                observed: "it returned")
            barrier.release()
            try probe.expect(
                try await probe.holdsWhenQuiescent { returned.isOpen },
                "waiting for the queue to return after its barrier",
                observed: "it had not returned when the process was quiescent")
        }
        try await RuleScenario.run(subject, probe, part: "`current`") { scenario in
            let queue = await scenario.queue()
            let log = try CurrentLog(subject, queue)
            let barrier = try scenario.addBarrier("the barrier", to: queue) { log.look() }
            barrier.release()
            try await scenario.expectStart(of: [barrier], "in an empty queue")
            try probe.expect(
                log.found == "its queue", "`current` to be the barrier's queue inside it",
                observed: "it was \(log.found)")
        }
    }

    static let isNotStalledRule = Rule(
        "11.4",
        "Cancelling an operation before a barrier, or adding a cancelled one after it, does not stall it.",
        level: .claimed, sources: [.documentation], needs: [.barriers, .cancellation, .dependencies],
        isolation: .ownProcess
    ) { try await isNotStalled($0, $1) }

    private static func isNotStalled<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe, part: "cancelled before it") { scenario in
            let (queue, elsewhere) = (await scenario.queue(), await scenario.queue())
            let (never, executing, waiting) = (
                scenario.held("G"), scenario.held("A"), scenario.operation("B")
            )
            scenario.depend(waiting, on: never)
            scenario.add(never, to: elsewhere)
            scenario.add(executing, waiting, to: queue)
            let barrier = try scenario.addBarrier("the barrier", to: queue)
            let after = scenario.operation("C")
            scenario.add(after, to: queue)
            try await scenario.expectNoStart(of: [barrier], "before A and B, which were added before it")
            scenario.cancel(waiting)
            scenario.cancel(executing)
            try await scenario.expectNoStart(of: [barrier], "while A executes, cancelled as it is")
            executing.release()
            try await scenario.expectStart(of: [barrier], "after A and B, which were cancelled")
            barrier.release()
            try await scenario.expectRun(of: [after], "after the barrier")
        }
        try await RuleScenario.run(subject, probe, part: "a cancelled one added after it") { scenario in
            let queue = await scenario.queue()
            let (before, cancelled, after) = (
                scenario.held("A"), scenario.operation("B"), scenario.operation("C")
            )
            scenario.add(before, to: queue)
            let barrier = try scenario.addBarrier("the barrier", to: queue)
            scenario.cancel(cancelled)
            for added in [cancelled, after] {
                try await probe.mustReturn("addOperation(\(added.label)), a barrier waiting before it,") {
                    queue.addOperation(added.operation)
                }
            }
            try await scenario.expectNoStart(of: [barrier], "before A, which was added before it")
            before.release()
            try await scenario.expectStart(of: [barrier], "after A, B being cancelled")
            barrier.release()
            try await scenario.expectRun(of: [after], "after the barrier")
        }
        try await RuleScenario.run(subject, probe, part: "a cancelled one behind it, waited for before it") {
            scenario in
            let queue = await scenario.queue()
            let (before, cancelled) = (scenario.operation("A"), scenario.operation("B"))
            scenario.depend(before, on: cancelled)
            scenario.add(before, to: queue)
            let barrier = try scenario.addBarrier("the barrier", to: queue)
            scenario.add(cancelled, to: queue)
            try await scenario.expectNoStart(of: [barrier], "before A, which depends on B behind the barrier")
            scenario.cancel(cancelled)
            try await scenario.expectRun(
                of: [before], "after B, which is cancelled and so waits for no barrier")
            try await scenario.expectStart(of: [barrier], "after A")
        }
    }
}

/// What `current` was inside a barrier.
private final class CurrentLog<Subject: ConformanceSubject>: Sendable {
    private let subject: Subject
    private let current: any CurrentQueueSubject<Subject.Queue>
    private let expected: Subject.Queue
    private let result = Mutex("not asked")

    init(_ subject: Subject, _ expected: Subject.Queue) throws {
        self.subject = subject
        current = try subject.currentQueueSubject
        self.expected = expected
    }

    var found: String { result.withLock { $0 } }

    func look() {
        let current = current.currentQueue()
        let isRight = current.map { subject.object(of: $0) === subject.object(of: expected) }
        result.withLock { $0 = isRight.map { $0 ? "its queue" : "another queue" } ?? "nil" }
    }
}
