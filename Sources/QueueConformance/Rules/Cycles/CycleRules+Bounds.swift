internal import ConcurrencyPrimitives
private import LinuxPlatform
import Operations

/// What a graph costs that can't go on, or goes on all at once: 4.10.
extension CycleRules {
    static let boundsRule = Rule(
        "4.10", "No call of the API makes threads without bound or spins without end, whatever the graph.",
        sources: [.own], needs: [.dependencies], isolation: .ownProcess
    ) { try await bounds($0, $1) }

    /// How many threads a queue may add to the process. At the limit −1 each queue has its own bound for blocked bodies; none
    /// here blocks.
    private static let threads = 100
    /// How much processor time a call may cause.
    private static let nanoseconds: UInt64 = 5_000_000_000

    private static func bounds<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let limits: [Int?] = subject.claims.contains(.concurrencyLimit) ? [2, -1] : [nil]
        for limit in limits {
            let suffix = limit.map { ", limit \($0)" } ?? ""
            try await RuleScenario.run(subject, probe, part: "a cycle\(suffix)") { scenario in
                try await callsOnCycle(scenario, await scenario.queue(limit: limit))
            }
            try await RuleScenario.run(subject, probe, part: "a fan\(suffix)") { scenario in
                try await endOfFan(scenario, await scenario.queue(limit: limit))
            }
        }
    }

    /// A cycle with what depends on it. Each call is made on a thread of its own: one that spins doesn't return.
    private static func callsOnCycle<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let cycle = scenario.cycle((1...60).map { "C\($0)" })
        let dependents = (1...60).map { scenario.operation("D\($0)") }
        for (member, dependent) in zip(cycle, dependents) { scenario.depend(dependent, on: member) }
        var calls: [(name: String, call: @Sendable () -> Void)] = [
            (
                "a cycle of 60 and 60 dependents were added",
                { scenario.addTogether(cycle + dependents, to: queue) }
            )
        ]
        if scenario.claims(.barriers) {
            calls.append(
                (
                    "10 barriers were added",
                    {
                        for number in 1...10 {
                            let barrier = try? scenario.addBarrier("barrier \(number)", to: queue)
                            barrier?.latch.open()
                        }
                    }
                ))
        }
        if scenario.claims(.priorities) {
            calls.append(
                (
                    "60 priorities were raised",
                    { for member in dependents { try? scenario.setPriority(.high, of: member) } }
                ))
        }
        if scenario.claims(.diagnosis) {
            calls.append(
                (
                    "the cycle was asked for",
                    { startTask { _ = await (try? queue.diagnosing)?.dependencyCycle() } }
                ))
        }
        if scenario.claims(.suspension) {
            calls.append(
                (
                    "the queue was suspended and resumed 20 times",
                    {
                        for number in 1...40 { (try? queue.suspendable)?.setSuspended(number % 2 == 1) }
                    }
                ))
        }
        if scenario.claims(.cancellation) {
            calls.append(("the dependents were cancelled", { scenario.cancel(dependents) }))
        }
        if scenario.claims(.cancelAll) {
            calls.append(("everything was cancelled", { scenario.cancelAllWithoutWaiting(queue) }))
        }
        let before = try await threadsNow(scenario)
        for (name, call) in calls {
            SystemThread.start(call)
            try await scenario.probe.settle(
                within: nanoseconds, orElse: "the process to become quiescent after \(name)")
            try await expectFewThreads(scenario, beyond: before, "after \(name)")
        }
    }

    /// All of a fan becomes ready at once. Each body counts the threads.
    private static func endOfFan<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let first = scenario.held("A")
        let most = Mutex(0)
        let dependents = (1...400).map { number in
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
        try await scenario.probe.settle(
            within: nanoseconds,
            orElse: "the process to become quiescent when 400 dependents of A have become ready")
        let seen = most.withLock { $0 }
        try scenario.probe.expect(
            seen <= before + threads,
            "at most \(threads) more threads than before when 400 dependents of A become ready",
            observed: "\(seen) threads, after \(before)")
    }

    private static func threadsNow<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws -> Int
    {
        try await scenario.probe.settle()
        guard let threads = ThreadList.own else {
            throw Undecided("the system doesn't tell the threads of the process")
        }
        return threads.count
    }

    private static func expectFewThreads<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, beyond before: Int, _ circumstances: String
    ) async throws {
        let now = try await threadsNow(scenario)
        try scenario.probe.expect(
            now <= before + threads, "at most \(threads) more threads than before \(circumstances)",
            observed: "\(now) threads, after \(before)")
    }
}
