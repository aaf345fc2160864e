private import ConcurrencyPrimitives
import Operations

/// What code learns of the queue that it runs in.
extension PropertyRules {
    /// What `current` was in several locations.
    private final class CurrentQueueLog<Subject: ConformanceSubject>: Sendable {
        private let subject: Subject
        private let current: any CurrentQueueSubject<Subject.Queue>
        private let found = Mutex<[(location: String, what: String?)]>([])

        init(_ subject: Subject) throws {
            self.subject = subject
            current = try subject.currentQueueSubject
        }

        /// Looks what `current` is here; nothing is found if that is `expected`.
        func look(_ location: String, for expected: Subject.Queue?) {
            let current = current.currentQueue()
            let isRight = current.map { subject.object(of: $0) } === expected.map { subject.object(of: $0) }
            let what = isRight ? nil : current == nil ? "nil" : "another queue"
            found.withLock { $0.append((location, what)) }
        }

        var locations: [String] { found.withLock { $0.map(\.location) } }
        /// Where it was something else, and what.
        var wrong: [String] {
            found.withLock { $0.compactMap { location, what in what.map { "\($0) \(location)" } } }
        }
    }

    static let currentInsideRule = Rule(
        "10.1", "Inside an operation `current` is its queue.",
        sources: [.tests], needs: [.currentQueue], isolation: .ownProcess
    ) { try await currentInside($0, $1) }

    /// Of an `async` body it is asked only where the queue's project has operations for those, which keep what they throw: where a
    /// queue's users start a task of their own, that is no part of the operation for the queue.
    private static func currentInside<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let log = try CurrentQueueLog(subject)
            let queue = await scenario.queue()
            // Two queues execute at the same time, so that one variable for all won't do.
            let other = await scenario.queue()
            let latch = scenario.latch("the bodies may look")
            let bodies = [("a body", queue), ("a body of another queue", other)].map { location, own in
                let operation = scenario.operation(location) { _ in
                    log.look("in \(location)", for: own)
                    latch.waitBlocking()
                    log.look("at the end of \(location)", for: own)
                }
                scenario.add(operation, to: own)
                return operation
            }
            try await scenario.expectStart(of: bodies, "in idle queues")
            latch.open()
            try await scenario.expectRun(of: bodies, "in idle queues")

            queue.addOperation { log.look("in a block that was added", for: queue) }
            var expected = 4 + 1
            if scenario.claims(.blocks) {
                expected += 2
                let several = try subject.blocks
                let blocks = several.makeBlockOperation {
                    log.look("in the first of two blocks", for: queue)
                }
                several.addExecutionBlock(
                    { log.look("in the second of two blocks", for: queue) }, to: blocks)
                queue.addOperation(blocks)
            }
            if scenario.claims(.startOverrides) {
                expected += 1
                let start = try subject.makeStartOverride { _, control in
                    control.announceExecuting()
                    log.look("in an overridden start", for: queue)
                    control.announceFinished()
                }
                queue.addOperation(start)
            }
            if scenario.claims(.asyncResults) {
                expected += 2
                let suspended = try subject.makeAsyncOperation { _ in
                    log.look("in an async body", for: queue)
                    await Task.yield()
                    log.look("in an async body that was suspended", for: queue)
                }
                queue.addOperation(suspended)
            }
            let allLooked = try await probe.holdsWhenQuiescent { log.locations.count >= expected }
            try probe.expect(
                log.wrong.isEmpty, "`current` to be the operation's queue",
                observed: "it was \(log.wrong.inWords)")
            // What has not been run says nothing.
            if !allLooked { throw Undecided("only these have run: code \(log.locations.inWords)") }
        }
    }

    static let currentOutsideRule = Rule(
        "10.2", "Outside any operation `current` is nil, on the main thread the main queue.",
        level: .optional, sources: [.documentation], needs: [.currentQueue], isolation: .ownProcess
    ) { try await currentOutside($0, $1) }

    /// What `current` is on the main thread is asked where there is a main queue.
    private static func currentOutside<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let log = try CurrentQueueLog(subject)
            func look(_ circumstances: String) async throws {
                try await probe.onThread("a thread to look") {
                    log.look("on a thread \(circumstances)", for: nil)
                }
                let looked = Latch("a task has looked")
                startTask {
                    log.look("in a task \(circumstances)", for: nil)
                    looked.open()
                }
                await probe.open(looked)
            }
            try await look("before anything was added")
            let queue = await scenario.queue()
            let operation = scenario.held("A")
            scenario.add(operation, to: queue)
            try await scenario.expectStart(of: [operation], "in an idle queue")
            try await look("while an operation executed elsewhere")
            operation.release()
            try await scenario.expectRun(of: [operation], "in an idle queue")
            try await look("after an operation had finished")
            try probe.expect(
                log.wrong.isEmpty, "`current` to be nil outside any operation",
                observed: "it was \(log.wrong.inWords)")
            guard scenario.claims(.mainQueue) else { return }
            let found = try await currentOnMainThread(subject, probe)
            try probe.expect(
                found.isMainQueue, "`current` to be the main queue on the main thread outside any operation",
                observed: "it was \(found.what)")
        }
    }
}
