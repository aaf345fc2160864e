internal import ConcurrencyPrimitives
internal import Operations

/// Timeouts and retries: 12.8, 12.22 and 12.23. A check lets time pass.
extension AdvancedRules {
    static let timeoutRule = Rule(
        "12.8", "A timeout cancels with an error of its own.", level: .claimed, sources: [.articles],
        needs: [.lifeCycle, .cancellation, .failures, .timeouts], isolation: .ownProcess
    ) { try await timeout($0, $1) }

    private static func timeout<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let (queue, clock, timing) = (await scenario.queue(), ControlledClock(), try subject.timing)
            let slow = try scenario.advanced("A, with a time of 10 s", isHeld: true)
            let quick = try scenario.advanced("B, with a time of 10 s")
            timing.addTimeout(.seconds(10), by: clock, to: slow.operation)
            timing.addTimeout(.seconds(10), by: clock, to: quick.operation)
            scenario.add(quick, slow, to: queue)
            await scenario.started(slow)
            try await scenario.expectCompletion(of: [quick], "before its time is over")
            try await scenario.advance(clock, by: .seconds(9))
            try await probe.settle()
            try probe.expect(
                !slow.operation.isCancelled, "A not to be cancelled after 9 s", observed: slow.state)
            try await scenario.advance(clock, by: .seconds(2))
            try await probe.settle()
            try probe.expect(slow.operation.isCancelled, "A to be cancelled after 11 s", observed: slow.state)
            slow.release()
            try await scenario.expectFinish(of: [slow], "when it was released")
            let errors = timing.errors(of: slow.operation)
            try probe.expect(
                errors.count == 1 && errors.allSatisfy(timing.isTimeout),
                "A to have one error, which says that its time was over",
                observed: "it has the errors \(errors)")
            try probe.expect(
                !quick.operation.isCancelled && timing.errors(of: quick.operation).isEmpty,
                "B, which ended in time, to have no error and not to be cancelled", observed: quick.state)
        }
    }

    static let timeoutAtEndRule = Rule(
        "12.22",
        "A timeout that races with the end either cancels the operation with its error or changes nothing.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .cancellation, .failures, .timeouts],
        isolation: .ownProcess
    ) { try await timeoutAtEnd($0, $1) }

    private static func timeoutAtEnd<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe, part: "it comes before the end") { scenario in
            let (queue, clock) = (await scenario.queue(), ControlledClock())
            let operation = try scenario.advanced("A, with a time of 1 s", isHeld: true)
            try subject.timing.addTimeout(.seconds(1), by: clock, to: operation.operation)
            scenario.add(operation, to: queue)
            await scenario.started(operation)
            try await scenario.advance(clock, by: .seconds(2))
            operation.release()
            try await scenario.expectFinish(of: [operation], "when it was released")
            try expectWholeOrNothing(operation, subject.timing, probe, mayBeNothing: false)
        }
        try await RuleScenario.run(subject, probe, part: "it comes after the end") { scenario in
            // The call is made, as one that was under way when the operation ended.
            let (queue, clock) = (await scenario.queue(), ControlledClock(keepsWithdrawn: true))
            let operation = try scenario.advanced("A, with a time of 1 s")
            try subject.timing.addTimeout(.seconds(1), by: clock, to: operation.operation)
            scenario.add(operation, to: queue)
            try await scenario.expectCompletion(of: [operation], "before its time is over")
            try await probe.settle()
            try await scenario.advance(clock, by: .seconds(2))
            try await probe.settle()
            try probe.expect(
                !operation.operation.isCancelled, "A not to be cancelled after its end",
                observed: operation.state)
            try scenario.expectErrors([], of: operation, "as it ended in time")
        }
        try await RuleScenario.run(subject, probe, part: "it comes with the end") { scenario in
            let (queue, rounds) = (await scenario.queue(), 30)
            let timing = try subject.timing
            var made: [(member: RuleScenario<Subject>.Member, clock: ControlledClock)] = []
            for number in 1...rounds {
                let clock = ControlledClock(keepsWithdrawn: true)
                let operation = try scenario.advanced("\(number)", isHeld: true)
                timing.addTimeout(.seconds(1), by: clock, to: operation.operation)
                made.append((operation, clock))
            }
            for (member, clock) in made {
                scenario.add(member, to: queue)
                await scenario.started(member)
                SystemThread.start { clock.advance(by: .seconds(2)) }
                member.release()
            }
            try await scenario.expectFinish(of: made.map(\.member), "when they were released")
            try await probe.settle()
            for (member, _) in made { try expectWholeOrNothing(member, timing, probe) }
        }
    }

    /// Throws a violation unless the timeout has cancelled the operation with its error, or has done neither.
    private static func expectWholeOrNothing<Operation: OperationProtocol, Queue>(
        _ member: ScenarioOperation<Operation>, _ timing: any TimeoutSubject<Queue>, _ probe: Probe,
        mayBeNothing: Bool = true
    ) throws where Queue: BasicOperationQueue<Operation> {
        let errors = timing.errors(of: member.operation)
        let isTimeout = errors.count == 1 && errors.allSatisfy(timing.isTimeout)
        let isWhole = member.operation.isCancelled && isTimeout
        try probe.expect(
            isWhole || mayBeNothing && !member.operation.isCancelled && errors.isEmpty,
            "\(member.label), to be cancelled with the error of its timeout"
                + (mayBeNothing ? ", or neither" : ""),
            observed: "\(member.state); its errors are \(errors)")
    }

    static let retryRule = Rule(
        "12.23",
        "Attempts are made one after the other until one succeeds or all are made, each after its pause; the errors of "
            + "the last are the operation's.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .failures, .retries], isolation: .ownProcess
    ) { try await retry($0, $1) }

    private static func retry<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let cases = [(attempts: 4, failures: 2), (3, 5), (1, 1), (2, 0)]
        for (attempts, failures) in cases {
            let part = "\(attempts) attempts, \(failures) would fail"
            try await RuleScenario.run(subject, probe, part: part) { scenario in
                let (queue, clock) = (await scenario.queue(), ControlledClock())
                let (log, made) = (EventLog<String>(), EventLog<RuleScenario<Subject>.Member>())
                let attempt: @Sendable (Int) -> Subject.Queue.Operation = { number in
                    log.append("\(number) made")
                    // Can't throw: the rule needs what makes such operations.
                    let member = try! scenario.advanced("attempt \(number)") { _ in
                        log.append("\(number) ran")
                        if number <= failures { throw ThrownByBody(number: number) }
                    }
                    made.append(member)
                    return member.operation
                }
                let retry = try scenario.retry(
                    "A", attempts: attempts, pause: .seconds(5), by: clock, attempt)
                scenario.add(retry, to: queue)
                let last = min(attempts, failures + 1)
                for number in 1...last {
                    let expected = (1...number).flatMap { ["\($0) made", "\($0) ran"] }
                    for seconds in [1, 4] {
                        try await probe.settle()
                        try probe.expect(
                            log.entries == expected,
                            "no attempt after number \(number) before its pause of 5 s is over",
                            observed: "there is this: \(log.entries.inWords)")
                        if number < last { try await scenario.advance(clock, by: .seconds(seconds)) }
                    }
                }
                try await scenario.expectFinish(of: made.entries + [retry], "after attempt \(last)")
                try scenario.expectErrors(
                    failures < last ? [] : [last], of: retry, "which are those of attempt \(last)")
            }
        }
    }
}
