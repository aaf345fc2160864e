private import ConcurrencyPrimitives
import Operations

/// Operations that wait for operations of their own queue: 6.10.
extension LimitRules {
    private enum Wait: String {
        case blocking = "waiting as threads do"
        case asynchronous = "waiting by await"
        case bounded = "waiting by await, with a deadline that isn't reached"
    }

    static let nestedRule = Rule(
        "6.10",
        """
        Operations that wait for others of the same queue, 8 deep, do not starve a queue whose limit is −1 (async \
        API: by `await`).
        """, level: .claimed, sources: [.own], needs: [.lifeCycle, .concurrencyLimit, .nestedWaiting],
        isolation: .ownProcess
    ) { try await nested($0, $1) }

    private static func nested<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        var waits = [Wait.blocking]
        if subject.claims(.asyncBodies), subject.claims(.asyncWaiting) {
            waits.append(.asynchronous)
            if subject.claims(.boundedWaiting) { waits.append(.bounded) }
        }
        let depth = 8
        // As many at once as it takes for those that wait to be more than the processors, twice over.
        let chains = max(1, ProcessorCount.available / 4)
        for wait in waits {
            try await RuleScenario.run(subject, probe, part: wait.rawValue) { scenario in
                let queue = await scenario.queue(limit: -1)
                let came = RelaxedCounter()
                let asyncBodies = wait == .blocking ? nil : try subject.asyncBodies
                @Sendable func make(_ level: Int) -> Subject.Queue.Operation {
                    switch asyncBodies {
                    case nil: nestedOperation(level, of: depth, in: queue, subject, came)
                    case .some(let subject):
                        subject.makeAsyncOperation { _ in
                            if level < depth {
                                let inner = make(level + 1)
                                queue.addOperation(inner)
                                if wait == .bounded {
                                    try? await inner.boundedWaiting.waitUntilFinished(timeout: .never)
                                } else {
                                    await inner.waitUntilFinished()
                                }
                            }
                            came.increment()
                        }
                    }
                }
                for _ in 1...chains { queue.addOperation(make(1)) }
                try probe.expect(
                    try await probe.holdsWhenQuiescent { came.value == chains * depth },
                    "\(chains * depth) operations to come to their end, each of which waits for the next of \(depth)",
                    observed: "\(came.value) had when the process was quiescent")
            }
        }
        guard subject.keepsDetails else { return }
        let deep = max(100, 2 * ProcessorCount.available)
        try await RuleScenario.run(subject, probe, part: "\(deep) deep") { scenario in
            let (queue, ended) = (await scenario.queue(limit: -1), RelaxedCounter())
            queue.addOperation(nestedOperation(1, of: deep, in: queue, subject, ended))
            try probe.expect(
                try await probe.holdsWhenQuiescent { ended.value == deep },
                "\(deep) operations to end, each of which waits for the next",
                observed: "\(ended.value) had ended when the process was quiescent")
        }
        guard subject.claims(.qualityOfService) else { return }
        try await RuleScenario.run(subject, probe, part: "waiting in one that a worker hands on") {
            try await waitsHandedOn($0)
        }
    }

    /// The worker that executes G takes B next, and hands it on to a worker of B's own quality. B waits there.
    private static func waitsHandedOn<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let (queue, elsewhere) = (await scenario.queue(limit: 1), await scenario.queue("queue 2"))
        let c = scenario.held("C, in queue 2")
        let b = scenario.operation("B, of another quality, which waits for C") { _ in
            elsewhere.addOperation(c.operation)
            c.operation.waitUntilFinished()
        }
        try scenario.setQuality(.utility, of: b)
        let holder = try await scenario.takeOnlySlot(of: queue)
        scenario.add(b, to: queue)
        try await scenario.probe.settle()
        holder.release()
        try await scenario.expectStart(of: [b, c], "when G has left its slot to B")
        c.release()
        try await scenario.expectFinish(of: [b, c], "when C was released")
    }

    /// An operation that adds the next to its queue, and blocks until that has ended, up to the last of `depth`.
    ///
    /// - Parameter ended: Counts the bodies that have come to their end.
    static func nestedOperation<Subject: ConformanceSubject>(
        _ level: Int, of depth: Int, in queue: Subject.Queue, _ subject: Subject, _ ended: RelaxedCounter
    ) -> Subject.Queue.Operation {
        subject.makeOperation { _ in
            if level < depth {
                let inner = nestedOperation(level + 1, of: depth, in: queue, subject, ended)
                queue.addOperation(inner)
                inner.waitUntilFinished()
            }
            ended.increment()
        }
    }
}
