private import ConcurrencyPrimitives
private import Dispatch
import Operations

/// The queue of the main thread.
extension PropertyRules {
    static let mainQueueRule = Rule(
        "10.3",
        "The main queue is one object, runs on the main thread, one at a time; its limit, name, suspension and underlying "
            + "queue cannot be changed.",
        level: .claimed, sources: [.documentation, .articles],
        needs: [.mainQueue, .names, .concurrencyLimit], isolation: .ownProcess
    ) { try await mainQueue($0, $1) }

    private static func mainQueue<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        let queue = try subject.mainQueue()
        try probe.expect(
            subject.object(of: queue) === subject.object(of: try subject.mainQueue()),
            "the main queue to be one object", observed: "it was another when asked for again")
        let (limit, name) = (try await queue.limited.maxConcurrentOperationCount, try await queue.named.name)

        try await RuleScenario.run(subject, probe) { scenario in
            try await expectOnMainThread(scenario, queue, "before anything was set")

            if scenario.claims(.suspension) {
                await scenario.setSuspended(queue, true)
                let isSuspended = try await queue.suspendable.isSuspended
                try probe.expect(
                    !isSuspended, "the main queue not to be suspended by setSuspended(true)",
                    observed: "it was")
            }
            if scenario.claims(.concurrencyLimit) {
                await scenario.setLimit(of: queue, to: 5)
                let now = try await queue.limited.maxConcurrentOperationCount
                try probe.expect(
                    now == limit,
                    "the main queue's limit to stay \(limit) after setMaxConcurrentOperationCount(5)",
                    observed: "it was \(now)")
            }
            try scenario.recorder.call("setName(\"other\")") { try queue.named.setName("other") }
            let now = try await queue.named.name
            try probe.expect(
                now == name, "the main queue's name to stay '\(name ?? "")' after setName(\"other\")",
                observed: "it was '\(now ?? "")'")

            if scenario.claims(.underlyingQueue) {
                let other = DispatchQueue(label: "other")
                try scenario.recorder.call("setUnderlyingQueue(other)") {
                    try subject.underlying.setUnderlyingQueue(other, of: queue)
                }
            }
            try await expectOnMainThread(scenario, queue, "after others had been set")
        }
    }

    /// Two operations of the main queue run there, and the second only when the first has ended.
    private static func expectOnMainThread<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue, _ circumstances: String
    ) async throws {
        let elsewhere = Mutex(0)
        let latch = scenario.latch("the first on the main queue")
        let first = scenario.operation("A") { _ in
            if !MainThread.isCurrent { elsewhere.withLock { $0 += 1 } }
            latch.waitBlocking()
        }
        let second = scenario.operation("B") { _ in
            if !MainThread.isCurrent { elsewhere.withLock { $0 += 1 } }
        }
        scenario.add(first, second, to: queue)
        try await scenario.expectStart(of: [first], "on the main queue, \(circumstances)")
        try await scenario.expectNoStart(of: [second], "while A executes on the main queue, \(circumstances)")
        latch.open()
        try await scenario.expectRun(of: [first, second], "on the main queue, \(circumstances)")
        let count = elsewhere.withLock { $0 }
        try scenario.probe.expect(
            count == 0, "A and B to run on the main thread, \(circumstances)",
            observed: "\(count) of them did not")
    }

    /// What `current` is on the main thread, outside any operation.
    static func currentOnMainThread<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws -> (isMainQueue: Bool, what: String) {
        let found = Mutex((isMainQueue: false, what: "not asked"))
        let looked = Latch("the main thread has looked")
        let (asked, main) = (try subject.currentQueueSubject, try subject.mainQueue())
        DispatchQueue.main.async {
            let current = asked.currentQueue().map { subject.object(of: $0) }
            let isMain = current === subject.object(of: main)
            found.withLock {
                $0 = (isMain, current == nil ? "nil" : isMain ? "the main queue" : "another queue")
            }
            looked.open()
        }
        await probe.open(looked)
        return found.withLock { $0 }
    }
}
