private import ConcurrencyPrimitives
import Operations

/// A barrier is the queue's as any operation is, and cancelled operations are nothing that it waits for.
extension BarrierRules {
    static func onEmptyQueue<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await Setup.run(subject, probe, part: "suspended") { setup in
            guard setup.claims(.suspension) else { return }
            let queue = await setup.queue(suspended: true)
            let barrier = setup.addBarrier("the barrier", to: queue)
            try await setup.expectNoStart(of: barrier, "in a queue that is suspended")
            await setup.setSuspended(queue, false)
            try await setup.expectStart(of: barrier, "after the queue was resumed")
        }
        try await Setup.run(subject, probe, part: "waited for") { setup in
            let queue = await setup.queue()
            let barrier = setup.addBarrier("the barrier", to: queue)
            try await setup.expectStart(of: barrier, "in an empty queue")
            let returned = Latch("waiting for the queue")
            startTask {
                await setup.lane.call("waitUntilAllOperationsAreFinished()") {
                    await queue.waitUntilAllOperationsAreFinished()
                }
                returned.open()
            }
            try await probe.settle()
            try probe.expect(
                !returned.isOpen, "waiting for the queue not to return while its barrier executes",
                observed: "it returned")
            barrier.gate.open()
            try probe.expect(
                try await probe.holdsAtRest { returned.isOpen },
                "waiting for the queue to return after its barrier",
                observed: "it had not returned when the process had come to rest")
        }
        try await Setup.run(subject, probe, part: "`current`") { setup in
            let queue = await setup.queue()
            let log = CurrentLog(subject, queue)
            let barrier = setup.addBarrier("the barrier", to: queue) { log.look() }
            barrier.gate.open()
            try await setup.expectStart(of: barrier, "in an empty queue")
            try probe.expect(
                log.found == "its queue", "`current` to be the barrier's queue inside it",
                observed: "it was \(log.found)")
        }
    }

    static func isNotStalled<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await Setup.run(subject, probe, part: "cancelled before it") { setup in
            let (queue, elsewhere) = (await setup.queue(), await setup.queue())
            let (never, executing, waiting) = (setup.held("G"), setup.held("A"), setup.operation("B"))
            setup.depend(waiting, on: never)
            setup.add(never, to: elsewhere)
            setup.add(executing, waiting, to: queue)
            let barrier = setup.addBarrier("the barrier", to: queue)
            let after = setup.operation("C")
            setup.add(after, to: queue)
            try await setup.expectNoStart(of: barrier, "before A and B, which were added before it")
            setup.cancel(waiting)
            setup.cancel(executing)
            try await setup.expectNoStart(of: barrier, "while A executes, cancelled as it is")
            executing.gate.open()
            try await setup.expectStart(of: barrier, "after A and B, which were cancelled")
            barrier.gate.open()
            try await setup.expectRun(of: [after], "after the barrier")
        }
        try await Setup.run(subject, probe, part: "a cancelled one added after it") { setup in
            let queue = await setup.queue()
            let (before, cancelled, after) = (setup.held("A"), setup.operation("B"), setup.operation("C"))
            setup.add(before, to: queue)
            let barrier = setup.addBarrier("the barrier", to: queue)
            setup.cancel(cancelled)
            for added in [cancelled, after] {
                try await probe.mustReturn("addOperation(\(added.label)), a barrier waiting before it,") {
                    queue.addOperation(added.operation)
                }
            }
            try await setup.expectNoStart(of: barrier, "before A, which was added before it")
            before.gate.open()
            try await setup.expectStart(of: barrier, "after A, B being cancelled")
            barrier.gate.open()
            try await setup.expectRun(of: [after], "after the barrier")
        }
        try await Setup.run(subject, probe, part: "a cancelled one behind it, waited for before it") {
            setup in
            let queue = await setup.queue()
            let (before, cancelled) = (setup.operation("A"), setup.operation("B"))
            setup.depend(before, on: cancelled)
            setup.add(before, to: queue)
            let barrier = setup.addBarrier("the barrier", to: queue)
            setup.add(cancelled, to: queue)
            try await setup.expectNoStart(of: barrier, "before A, which depends on B behind the barrier")
            setup.cancel(cancelled)
            try await setup.expectRun(of: [before], "after B, which is cancelled and so waits for no barrier")
            try await setup.expectStart(of: barrier, "after A")
        }
    }
}

/// What `current` was inside a barrier.
private final class CurrentLog<Subject: ConformanceSubject>: Sendable {
    private let subject: Subject
    private let expected: Subject.Queue
    private let result = Mutex("not asked")

    init(_ subject: Subject, _ expected: Subject.Queue) {
        self.subject = subject
        self.expected = expected
    }

    var found: String { result.withLock { $0 } }

    func look() {
        let current = subject.currentQueue()
        let isRight = current.map { subject.object(of: $0) === subject.object(of: expected) }
        result.withLock { $0 = isRight.map { $0 ? "its queue" : "another queue" } ?? "nil" }
    }
}
