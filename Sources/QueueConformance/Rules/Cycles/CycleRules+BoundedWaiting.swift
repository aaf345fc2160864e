internal import ConcurrencyPrimitives
import Operations

/// Waits that the caller bounds: 4.8.
extension CycleRules {
    static let boundedWaitingRule = Rule(
        "4.8",
        "Waiting can be bounded by the caller (deadline or task cancellation) and says what it was waiting for.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .dependencies, .boundedWaiting],
        isolation: .ownProcess
    ) { try await boundedWaiting($0, $1) }

    private static func boundedWaiting<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        if subject.keepsDetails {
            try await RuleScenario.run(subject, probe, part: "two of which the second ends first") {
                try await shortBesideLong($0)
            }
        }
        try await RuleScenario.run(subject, probe, part: "what is held up") { try await endedWaits($0) }
        try await RuleScenario.run(subject, probe, part: "what comes about") { try await fulfilledWaits($0) }
        guard subject.keepsDetails else { return }
        try await RuleScenario.run(subject, probe, part: "what comes about in part") {
            try await partlyFulfilledWaits($0)
        }
    }

    /// The first two waits with a limit in their process.
    private static func shortBesideLong<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let probe = scenario.probe
        let a = try scenario.operation("A, never started,").operation.boundedWaiting
        let far = BoundedWaiter("A.waitUntilFinished(timeout: .never)", probe) { () throws(WaitEndedEarly) in
            try await a.waitUntilFinished(timeout: .never)
        }
        try await far.expectWaiting("as A was never started", probe)
        let near = BoundedWaiter("A.waitUntilFinished(timeout: .zero)", probe) { () throws(WaitEndedEarly) in
            try await a.waitUntilFinished(timeout: .zero)
        }
        try await near.expectEnd(by: .deadline, probe)
        far.cancel()
        try await far.expectEnd(by: .cancellation, probe)
    }

    private static func endedWaits<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let (probe, queue) = (scenario.probe, await scenario.queue())
        // Held up by a dependency that no queue holds, and by one another.
        let held = scenario.operation("held-up")
        let dependency = scenario.operation("never-started")
        scenario.depend(held, on: dependency)
        let cycle = scenario.cycle(["ring-first", "ring-second"])
        for member in [held, dependency] + cycle {
            member.operation.name = member.label
        }
        scenario.add(held, to: queue)
        let other = await scenario.queue()
        scenario.addTogether(cycle, to: other)
        let cases: [(operation: RuleScenario<Subject>.Member, queue: Subject.Queue, names: [String])] = [
            (held, queue, [held.label, dependency.label]), (cycle[0], other, cycle.map(\.label)),
        ]
        for (member, judged, names) in cases {
            let (operation, label) = (try member.operation.boundedWaiting, member.label)
            let queue = try judged.boundedWaiting
            // A queue says what it holds; what that waits for, who asks those.
            let held = names.filter { $0 != dependency.label }
            let far = BoundedWaiter("\(label).waitUntilFinished(timeout: .never)", probe) {
                () throws(WaitEndedEarly) in
                try await operation.waitUntilFinished(timeout: .never)
            }
            let farOfQueue = BoundedWaiter("waiting for its queue, timeout: .never,", probe) {
                () throws(WaitEndedEarly) in
                try await queue.waitUntilAllOperationsAreFinished(timeout: .never)
            }
            try await far.expectWaiting("while \(label) hasn't finished", probe)
            try await farOfQueue.expectWaiting("while \(label) hasn't finished", probe)
            let blocking = scenario.subject.blockingWaits
            for (timeout, text) in [(Duration.zero, ".zero"), (.milliseconds(-5), ".milliseconds(-5)")] {
                guard let blocking else { break }
                try await blocked("waiting for \(label), blocking a thread, timeout: \(text),", probe) {
                    () throws(WaitEndedEarly) in
                    try blocking.block(for: member.operation, timeout: timeout)
                }
                .expectEnd(by: .deadline, naming: names, probe)
                try await blocked(
                    "waiting for the queue of \(label), blocking a thread, timeout: \(text),", probe
                ) { () throws(WaitEndedEarly) in
                    try blocking.block(for: judged, timeout: timeout)
                }
                .expectEnd(by: .deadline, naming: held, probe)
            }
            for isOfQueue in [false, true] {
                let what = isOfQueue ? "waiting for the queue of \(label)" : "waiting for \(label)"
                @Sendable func wait(_ timeout: Duration?) async throws(WaitEndedEarly) {
                    if isOfQueue {
                        try await queue.waitUntilAllOperationsAreFinished(timeout: timeout)
                    } else {
                        try await operation.waitUntilFinished(timeout: timeout)
                    }
                }
                for (timeout, text) in [(Duration.zero, ".zero"), (.milliseconds(-5), ".milliseconds(-5)")] {
                    try await BoundedWaiter("\(what), timeout: \(text),", probe) {
                        () throws(WaitEndedEarly) in
                        try await wait(timeout)
                    }
                    .expectEnd(by: .deadline, naming: isOfQueue ? held : names, probe)
                }
                for timeout in [nil, .never] as [Duration?] {
                    let limit = timeout == nil ? "nil" : ".never"
                    let early = BoundedWaiter(
                        "\(what), timeout: \(limit), in a cancelled task,", probe, isCancelledBefore: true
                    ) { () throws(WaitEndedEarly) in try await wait(timeout) }
                    try await early.expectEnd(by: .cancellation, naming: isOfQueue ? held : names, probe)
                    let late = BoundedWaiter(
                        "\(what), timeout: \(limit), in a task that is then cancelled,", probe
                    ) { () throws(WaitEndedEarly) in try await wait(timeout) }
                    try await late.expectWaiting("while \(label) hasn't finished", probe)
                    late.cancel()
                    try await late.expectEnd(by: .cancellation, naming: isOfQueue ? held : names, probe)
                }
            }
            // The end of one wait ends no other.
            for waiter in [far, farOfQueue] {
                try await waiter.expectWaiting("when other waits have ended", probe)
                waiter.cancel()
                try await waiter.expectEnd(by: .cancellation, probe)
            }
        }
    }

    /// A bound that isn't reached changes nothing.
    private static func fulfilledWaits<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let (probe, madeQueue) = (scenario.probe, await scenario.queue())
        let a = scenario.held("A")
        scenario.add(a, to: madeQueue)
        let (operation, queue) = (try a.operation.boundedWaiting, try madeQueue.boundedWaiting)
        func waiters(_ timeout: Duration?) -> [BoundedWaiter] {
            let text = timeout.map { $0 == .zero ? ".zero" : ".never" } ?? "nil"
            return [
                BoundedWaiter("A.waitUntilFinished(timeout: \(text))", probe) { () throws(WaitEndedEarly) in
                    try await operation.waitUntilFinished(timeout: timeout)
                },
                BoundedWaiter("waitUntilAllOperationsAreFinished(timeout: \(text))", probe) {
                    () throws(WaitEndedEarly) in
                    try await queue.waitUntilAllOperationsAreFinished(timeout: timeout)
                },
            ]
        }
        /// Waits that block a thread, and have a time.
        func blockers(_ timeout: Duration) -> [BoundedWaiter] {
            guard let blocking = scenario.subject.blockingWaits else { return [] }
            let text = timeout == .zero ? ".zero" : ".never"
            return [
                blocked("A.waitUntilFinished(timeout: \(text)), blocking a thread,", probe) {
                    () throws(WaitEndedEarly) in try blocking.block(for: a.operation, timeout: timeout)
                },
                blocked("waitUntilAllOperationsAreFinished(timeout: \(text)), blocking a thread,", probe) {
                    () throws(WaitEndedEarly) in try blocking.block(for: madeQueue, timeout: timeout)
                },
            ]
        }
        let early = waiters(nil) + waiters(.never) + blockers(.never)
        for waiter in early { try await waiter.expectWaiting("while A executes", probe) }
        a.release()
        for waiter in early { try await waiter.expectReturn("when A has finished", probe) }
        let late = waiters(nil) + waiters(.never) + waiters(.zero) + blockers(.never) + blockers(.zero)
        for waiter in late { try await waiter.expectReturn("A having finished", probe) }
    }

    /// What has finished since the wait began isn't named any more.
    private static func partlyFulfilledWaits<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let (probe, queue) = (
            scenario.probe, await scenario.queue(limit: scenario.claims(.concurrencyLimit) ? 4 : nil)
        )
        let members = ["ends-first", "goes-on", "goes-on-too"].map { scenario.held($0) }
        for member in members { member.operation.name = member.label }
        scenario.add(members, to: queue)
        let bounded = try queue.boundedWaiting
        let waiter = BoundedWaiter("waiting for the queue, timeout: .never,", probe) {
            () throws(WaitEndedEarly) in
            try await bounded.waitUntilAllOperationsAreFinished(timeout: .never)
        }
        try await waiter.expectWaiting("while all of them execute", probe)
        members[0].release()
        try await scenario.expectFinish(of: [members[0]], "when it was released")
        waiter.cancel()
        try await waiter.expectEnd(
            by: .cancellation, naming: members.dropFirst().map(\.label), notNaming: [members[0].label], probe)
    }

    /// A wait that blocks a thread of its own.
    private static func blocked(
        _ call: String, _ probe: Probe, _ wait: @escaping @Sendable () throws(WaitEndedEarly) -> Void
    ) -> BoundedWaiter {
        BoundedWaiter(call, probe) { () async throws(WaitEndedEarly) in
            let end = await SystemThread.value { () -> WaitEndedEarly? in
                do throws(WaitEndedEarly) {
                    try wait()
                    return nil
                } catch {
                    return error
                }
            }
            if let end { throw end }
        }
    }
}
