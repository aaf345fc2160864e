internal import ConcurrencyPrimitives
private import LinuxPlatform
import Operations

/// What a graph costs that can't go on, or goes on all at once: 4.10.
extension CycleRules {
    static let boundsRule = Rule(
        "4.10", "No call of the API makes threads without bound or spins without end, whatever the graph.",
        sources: [.own], needs: [.dependencies], isolation: .ownProcess,
        cases: Graph.allCases.map(\.rawValue)
    ) { try await bounds($0, $1) }

    private enum Graph: String, CaseIterable { case cycle, fan }

    /// How many threads a queue may add where nothing can start.
    private static let threadsAtRest = 100 + 2 * ProcessorCount.available
    /// How many threads it may add where much can start, and half of how much can: a bound that doesn't grow with the graph.
    /// None of the bodies blocks.
    private static let threadsAtWork = 500 + 2 * ProcessorCount.available
    /// How much processor time a call may cause.
    private static let nanoseconds: UInt64 = 5_000_000_000

    private static func bounds<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let limits: [Int?] = subject.claims(.concurrencyLimit) ? [2, -1] : [nil]
        for limit in limits {
            try await RuleScenario.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { scenario in
                let queue = await scenario.queue(limit: limit)
                switch probe.caseValue() as Graph {
                case .cycle: try await callsOnCycle(scenario, queue)
                case .fan: try await endOfFan(scenario, queue)
                }
            }
        }
    }

    /// A call of the API, the capability that it needs, and what it has done, to be read after "after".
    private struct Call: Sendable {
        let needs: QueueCapability
        let name: String
        let body: @Sendable () throws -> Void

        init(_ needs: QueueCapability, _ name: String, _ body: @escaping @Sendable () throws -> Void) {
            (self.needs, self.name, self.body) = (needs, name, body)
        }
    }

    /// A cycle with what depends on it. Each call is made on a thread of its own: one that spins doesn't return.
    private static func callsOnCycle<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let cycle = scenario.cycle((1...60).map { "C\($0)" })
        let dependents = (1...60).map { scenario.operation("D\($0)") }
        for (member, dependent) in zip(cycle, dependents) { scenario.depend(dependent, on: member) }
        let calls = [
            Call(.dependencies, "a cycle of 60 and 60 dependents were added") {
                scenario.addTogether(cycle + dependents, to: queue)
            },
            Call(.barriers, "10 barriers were added") {
                for number in 1...10 { try scenario.addBarrier("barrier \(number)", to: queue).latch.open() }
            },
            Call(.priorities, "60 priorities were raised") {
                for member in dependents { try scenario.setPriority(.high, of: member) }
            },
            Call(.diagnosis, "the cycle was asked for") {
                let diagnosing = try queue.diagnosing
                startTask { _ = await diagnosing.dependencyCycle() }
            },
            Call(.suspension, "the queue was suspended and resumed 20 times") {
                for number in 1...40 { try queue.suspendable.setSuspended(number % 2 == 1) }
            },
            Call(.cancellation, "the dependents were cancelled") { scenario.cancel(dependents) },
            Call(.cancelAll, "everything was cancelled") { scenario.cancelAllWithoutWaiting(queue) },
        ]
        let before = try await threadsNow(scenario)
        for call in calls where scenario.claims(call.needs) {
            let name = call.name
            let returned = Promise<Result<Void, any Error>>()
            SystemThread.start { returned.fulfill(Result(catching: call.body)) }
            try await scenario.probe.settle(
                within: nanoseconds, orElse: "the process to become quiescent after \(name)")
            // That calls return is the subject of other rules.
            guard let result = returned.current else { throw Undecided("a call didn't return: \(name)") }
            try result.get()
            let now = try threads()
            try scenario.probe.expect(
                now <= before + threadsAtRest,
                "at most \(threadsAtRest) more threads than before after \(name)",
                observed: "\(now) threads, after \(before)")
        }
    }

    /// All of a fan becomes ready at once. Each body counts the threads.
    private static func endOfFan<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let first = scenario.held("A")
        let most = Mutex(0)
        let dependents = (1...2 * threadsAtWork).map { number in
            scenario.operation("B\(number)") { _ in
                let threads = ThreadList.own?.count ?? 0
                most.withLock { $0 = max($0, threads) }
            }
        }
        for dependent in dependents { scenario.depend(dependent, on: first) }
        let before = try await threadsNow(scenario)
        scenario.addTogether([first] + dependents, to: queue)
        try await scenario.probe.settle()
        first.release()
        let event = "\(dependents.count) dependents of A have become ready"
        try await scenario.probe.settle(
            within: nanoseconds, orElse: "the process to become quiescent when \(event)")
        // That all run is the subject of other rules.
        if dependents.count(where: \.hasStarted) <= threadsAtWork {
            throw Undecided("too few dependents of A ran to need more threads than are allowed")
        }
        let seen = most.withLock { $0 }
        try scenario.probe.expect(
            seen <= before + threadsAtWork, "at most \(threadsAtWork) more threads than before when \(event)",
            observed: "\(seen) threads, after \(before)")
    }

    private static func threadsNow<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws -> Int
    {
        try await scenario.probe.settle()
        return try threads()
    }

    private static func threads() throws -> Int {
        guard let threads = ThreadList.own else {
            throw Undecided("the system doesn't tell the threads of the process")
        }
        return threads.count
    }
}
