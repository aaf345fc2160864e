internal import ConcurrencyPrimitives
internal import Operations

/// What joins a queue, and who is notified of it: 12.6 and 12.10.
extension AdvancedRules {
    static let producedRule = Rule(
        "12.6", "Produced operations join the producer's queue.", level: .claimed, sources: [.articles],
        needs: [.lifeCycle, .oneAtATime, .producing], isolation: .ownProcess
    ) { try await produced($0, $1) }

    private static func produced<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: 1)
            let (producing, mayEnd) = (try subject.producing, scenario.latch("the end of A"))
            let last = scenario.operation("C, which B produces")
            let second = try scenario.advanced("B, which A produces", isHeld: true) {
                producing.produce(last.operation, from: $0)
            }
            let first = try scenario.advanced("A") {
                producing.produce(second.operation, from: $0)
                mayEnd.waitBlocking()
            }
            scenario.add(first, to: queue)
            await scenario.started(first)
            try await scenario.expectNoStart(
                of: [second], "while A has the only slot of the queue that B joined")
            let isEmpty = Latch("the wait for the queue to return")
            startTask {
                await queue.waitUntilAllOperationsAreFinished()
                isEmpty.open()
            }
            mayEnd.open()
            try await scenario.expectStart(of: [second], "when A has ended")
            try await probe.settle()
            try probe.expect(
                !isEmpty.isOpen, "waiting for the queue to include B",
                observed: "it returned while B executed")
            second.release()
            try await scenario.expectCompletion(of: [first, second, last], "one after the other")
            try await probe.expectWhenQuiescent(
                "waiting for the queue to return when A, B and C have finished",
                observed: "it had not returned", { isEmpty.isOpen })
        }
    }

    static let delegateRule = Rule(
        "12.10", "The queue's delegate is notified of additions and of finishes with their errors.",
        level: .claimed,
        sources: [.articles], needs: [.lifeCycle, .queueDelegates, .failures], isolation: .ownProcess
    ) { try await delegate($0, $1) }

    private static func delegate<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let log = EventLog<(operation: Subject.Queue.Operation, event: String)>()
            let delegation = try subject.delegating.setDelegate(of: queue) { event in
                switch event {
                case .added(let operation): log.append((operation, "added"))
                case .finished(let operation, let errors):
                    log.append((operation, ObservedEvent<Subject.Queue.Operation>.finished(errors).inWords))
                }
            }
            var expected: [(member: RuleScenario<Subject>.Member, end: String)] = []
            let plain = [scenario.operation("A"), scenario.operation("B"), scenario.operation("C")]
            expected += plain.map { ($0, "finished") }
            let failing = try scenario.advanced("D, which throws,") { _ in throw ThrownByBody(number: 4) }
            expected.append((failing, "finished with [4]"))
            if scenario.claims(.producing) {
                let produced = scenario.operation("E, which F produces,")
                let producer = try scenario.advanced("F, which throws,") { operation in
                    try subject.producing.produce(produced.operation, from: operation)
                    throw ThrownByBody(number: 6)
                }
                expected += [(produced, "finished"), (producer, "finished with [6]")]
                scenario.add(producer, to: queue)
            }
            if scenario.claims(.cancellation) {
                let cancelled = scenario.operation("G, cancelled before it was added,")
                scenario.cancel(cancelled)
                scenario.addUnlessFinished([cancelled], to: queue)
                expected.append((cancelled, "finished"))
            }
            scenario.add(plain[0], failing, to: queue)
            scenario.addTogether(Array(plain.dropFirst()), to: queue)
            try await scenario.expectFinish(of: expected.map(\.member), "each in its way")
            try await probe.settle()
            for (member, end) in expected {
                let told = log.entries.filter { $0.operation == member.operation }.map(\.event)
                try probe.expect(
                    told == ["added", end],
                    "the delegate to be notified that \(member.label) was added and has \(end)",
                    observed: "it was notified of: \(told.inWords)")
            }
            if scenario.claims(.barriers), subject.keepsDetails {
                let known = log.entries.count
                try scenario.addBarrier("the barrier", to: queue).release()
                try await probe.settle()
                let told = log.entries.dropFirst(known)
                try probe.expect(
                    told.map(\.event) == ["added", "finished"]
                        && told.first?.operation == told.last?.operation,
                    "the delegate to be notified that a barrier was added and has finished",
                    observed: "it was notified of: \(told.map(\.event).inWords)")
            }
            withExtendedLifetime(delegation) {}
        }
    }
}
