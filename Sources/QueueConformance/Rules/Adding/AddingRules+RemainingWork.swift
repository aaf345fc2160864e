internal import ConcurrencyPrimitives
import Operations

/// The work after which 8.11 looks for what is left.
extension AddingRules {
    static func plain<Subject: ConformanceSubject>() -> [Work<Subject>] {
        [
            Work("what ran") { scenario in
                let queue = await scenario.queue()
                let members = ["A", "B", "C"].map { scenario.operation($0) }
                scenario.add(members, to: queue)
                return try await haveEnded(members, scenario.probe)
            },
            Work("what was waited for", needs: [.lifeCycle]) { scenario in
                let (queue, returned) = (await scenario.queue(), RelaxedCounter())
                let members = ["A", "B"].map { scenario.held($0) }
                scenario.add(members, to: queue)
                let waited = (members + members).map(\.operation)
                for operation in waited {
                    startTask {
                        await operation.waitUntilFinished()
                        returned.increment()
                    }
                }
                startTask {
                    await queue.waitUntilAllOperationsAreFinished()
                    returned.increment()
                }
                try await scenario.probe.settle()
                for member in members { member.release() }
                return try await haveEnded(members, scenario.probe) && returned.value == waited.count + 1
            },
            Work("dependencies, one removed, and one never added", needs: [.dependencies]) { scenario in
                let queue = await scenario.queue()
                let (a, b, c) = (scenario.held("A"), scenario.operation("B"), scenario.operation("C"))
                let (d, never) = (scenario.operation("D"), scenario.operation("E, never added"))
                scenario.depend(b, on: a)
                scenario.depend(c, on: a, b)
                scenario.depend(d, on: a, never)
                scenario.depend(never, on: a, b)
                scenario.removeDependency(never, from: d)
                scenario.add(a, b, c, d, to: queue)
                try await scenario.probe.settle()
                a.release()
                return try await haveEnded([a, b, c, d], scenario.probe)
            },
            Work("a dependency in another queue", needs: [.dependencies]) { scenario in
                let (first, second) = (await scenario.queue("queue 1"), await scenario.queue("queue 2"))
                let (a, b) = (scenario.held("A"), scenario.operation("B"))
                scenario.depend(b, on: a)
                scenario.add(b, to: second)
                scenario.add(a, to: first)
                a.release()
                return try await haveEnded([a, b], scenario.probe)
            },
            Work("what was waited for with a bound", needs: [.lifeCycle, .boundedWaiting]) {
                scenario, remains in
                let (queue, returned) = (scenario.subject.makeQueue(), RelaxedCounter())
                // The queue lives on, so that what it keeps does.
                remains.keep(queue)
                let members = ["A", "B"].map { scenario.held($0) }
                scenario.add(members, to: queue)
                let bounded = try queue.boundedWaiting
                for timeout in [nil, .never] as [Duration?] {
                    startTask {
                        if (try? await bounded.waitUntilAllOperationsAreFinished(timeout: timeout)) != nil {
                            returned.increment()
                        }
                    }
                    for member in members {
                        let operation = try member.operation.boundedWaiting
                        startTask {
                            if (try? await operation.waitUntilFinished(timeout: timeout)) != nil {
                                returned.increment()
                            }
                        }
                    }
                }
                try await scenario.probe.settle()
                for member in members { member.release() }
                return try await haveEnded(members, scenario.probe) && returned.value == 6
            },
            Work(
                "what ended when all waits with a bound had been cancelled",
                needs: [.lifeCycle, .boundedWaiting, .dependencies]
            ) {
                try await endedAfterCancelledWaits($0, $1)
            },
            Work("what is observed by somebody who lives on", needs: [.lifeCycle, .observation]) {
                scenario, remains in
                let (queue, log) = (await scenario.queue(), EventLog<PropertyChange>())
                remains.keep(try queue.observable.observe { _ in })
                let members = ["A", "B"].map { scenario.held($0) }
                for member in members {
                    remains.keep(try scenario.subject.observe(member.operation) { log.append($0) })
                }
                scenario.add(members, to: queue)
                for member in members { member.release() }
                return try await haveEnded(members, scenario.probe)
            },
        ]
    }

    static func interrupted<Subject: ConformanceSubject>() -> [Work<Subject>] {
        [
            Work("a cancel of what waits for a slot", needs: [.cancellation, .concurrencyLimit, .lifeCycle]) {
                scenario in
                let queue = await scenario.queue(limit: 1)
                let members = [scenario.held("A"), scenario.operation("B"), scenario.operation("C")]
                scenario.add(members, to: queue)
                try await scenario.probe.settle()
                scenario.cancel(members)
                members[0].release()
                return try await haveEnded(members, scenario.probe)
            },
            Work(
                "a cancel of what waits for a dependency", needs: [.cancellation, .dependencies, .lifeCycle]
            ) {
                scenario in
                let queue = await scenario.queue()
                let (a, never) = (scenario.operation("A"), scenario.operation("B, never added"))
                scenario.depend(a, on: never)
                scenario.add(a, to: queue)
                try await scenario.probe.settle()
                scenario.cancel(a)
                return try await haveEnded([a], scenario.probe)
            },
            Work("a cancel of all in a suspended queue", needs: [.cancelAll, .suspension, .lifeCycle]) {
                scenario in
                let queue = await scenario.queue(suspended: true)
                let members = ["A", "B", "C"].map { scenario.operation($0) }
                scenario.add(members, to: queue)
                await scenario.cancelAll(queue)
                await scenario.setSuspended(queue, false)
                return try await haveEnded(members, scenario.probe)
            },
            Work("an overridden start", needs: [.startOverrides, .cancellation, .lifeCycle]) { scenario in
                let queue = await scenario.queue()
                let (a, b) = (try scenario.overridden("A"), try scenario.overridden("B"))
                return try await endWithOneCancelled(a, b, in: queue, scenario)
                    && [a, b].allSatisfy { $0.announced?.isOpen ?? false }
            },
            Work("a start that announces its end before it returns", needs: [.startOverrides, .lifeCycle]) {
                scenario in
                let queue = await scenario.queue()
                let members = try ["A", "B"].map { try scenario.overridden($0, endsAtOnce: true) }
                scenario.add(members, to: queue)
                return try await haveEnded(members, scenario.probe)
            },
            Work("an async body that is cancelled", needs: [.asyncBodies, .cancellation, .lifeCycle]) {
                scenario in
                let queue = await scenario.queue()
                let (a, b) = (try scenario.heldAsync("A"), try scenario.heldAsync("B"))
                return try await endWithOneCancelled(a, b, in: queue, scenario)
            },
        ]
    }

    /// The queue keeps one that executes on, and nothing of those that ended after three waits were cancelled, in an order in which
    /// each changes its place.
    private static func endedAfterCancelledWaits<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ remains: Remains
    ) async throws -> Bool {
        let (queue, probe, ender) = (scenario.subject.makeQueue(), scenario.probe, Ender())
        remains.keep(queue)
        remains.keep(ender)
        let mayEnd = ender.mayEnd
        let last = scenario.subject.makeOperation { _ in mayEnd.waitBlocking() }
        queue.addOperation(last)
        // Of many a wait keeps a list for longer.
        for _ in 0..<40 {
            let waiting = scenario.subject.makeOperation { _ in }
            waiting.addDependency(last)
            queue.addOperation(waiting)
        }
        let members = ["A", "B"].map { scenario.held($0) }
        scenario.add(members, to: queue)
        let bounded = try queue.boundedWaiting
        var waiters: [BoundedWaiter] = []
        for _ in 1...3 {
            waiters.append(
                BoundedWaiter("waiting for the queue", probe) { () throws(WaitEndedEarly) in
                    try await bounded.waitUntilAllOperationsAreFinished(timeout: .never)
                })
            try await probe.settle()
        }
        for number in [0, 2, 1] {
            waiters[number].cancel()
            try await probe.settle()
        }
        for member in members { member.release() }
        return try await haveEnded(members, probe)
    }

    /// Lets an operation end when the check has let go of everything.
    private final class Ender: Sendable {
        let mayEnd = Latch("what executes may end")

        deinit { mayEnd.open() }
    }
}
