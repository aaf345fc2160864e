internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let ends = [
        ExploredRule(
            "12.5", "a cancel and the start, with an observer",
            needs: [.lifeCycle, .cancellation, .operationObservers], covers: ["ran", "did not run"]
        ) { try await observedStart($0) },
        ExploredRule(
            "12.9", "the end of the body, and two threads that finish the operation",
            needs: [.lifeCycle, .failures, .operationObservers],
            covers: ["finished by its body", "finished from outside"]
        ) { try await racingFinishes($0) },
        ExploredRule(
            "12.10", "the adding of an operation, its end, and a cancel, with a delegate",
            needs: [.lifeCycle, .cancellation, .queueDelegates], covers: ["ran", "did not run"]
        ) {
            try await delegate($0)
            await changedDelegate($0)
        },
        ExploredRule(
            "12.22", "a timeout and the end",
            needs: [.lifeCycle, .cancellation, .failures, .timeouts],
            covers: ["the time was over first", "the end came first"]
        ) { try await timeout($0) },
        ExploredRule(
            "12.25", "observers that are added before, while and after an operation runs",
            needs: [.lifeCycle, .operationObservers],
            covers: ["added before the work began", "added after the end"]
        ) { try await lateObservers($0) },
    ]

    private static func observedStart<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (scenario, bodies, told) = (AdvancedScenario(subject), ExploredBodies(1), NotifiedEvents())
        let operation = scenario.operation { _ in bodies.run(0) }
        scenario.observe(operation, told)
        let canceller = startTask { operation.cancel() }
        subject.makeQueue().addOperation(operation)
        await operation.waitUntilFinished()
        await canceller.value
        ExploredSchedule.cover(bodies.runs(0) == 0 ? "did not run" : "ran")
        told.expect(
            { $0 == (bodies.runs(0) == 0 ? [] : ["started"]) + ["finished with 0"] }, "its observer")
    }

    private static func racingFinishes<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (scenario, told) = (AdvancedScenario(subject), NotifiedEvents())
        let failing = scenario.failing
        let operation = scenario.operation { _ in throw ThrownInScenario(number: 0) }
        scenario.observe(operation, told)
        // What has finished can't be added any more (8.1).
        subject.makeQueue().addOperation(operation)
        let finishers = (1...2).map { number in
            startTask { failing.finish(operation, with: [ThrownInScenario(number: number)]) }
        }
        await operation.waitUntilFinished()
        let first = failing.errors(of: operation).map { ($0 as? ThrownInScenario)?.number }
        ExploredSchedule.cover("finished \(first == [0] ? "by its body" : "from outside")")
        ExploredSchedule.expect(first.count == 1, "an operation has the errors of \(first.count) finishes")
        for finisher in finishers { await finisher.value }
        ExploredSchedule.whenQuiescent {
            let last = failing.errors(of: operation).map { ($0 as? ThrownInScenario)?.number }
            return first == last ? nil : "the errors of an operation that had finished have changed"
        }
        told.expect({ $0.filter { $0 != "started" } == ["finished with 1"] }, "its observer")
    }

    private static func delegate<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (scenario, bodies, told) = (AdvancedScenario(subject), ExploredBodies(1), NotifiedEvents())
        let operation = subject.operations(1, bodies)[0]
        let queue = subject.makeQueue()
        let delegation = scenario.delegating.setDelegate(of: queue) { event in
            switch event {
            case .added: told.append("added")
            case .finished: told.append("finished")
            }
        }
        let canceller = startTask { operation.cancel() }
        queue.addOperation(operation)
        await operation.waitUntilFinished()
        await canceller.value
        ExploredSchedule.cover(bodies.runs(0) == 0 ? "did not run" : "ran")
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.whenQuiescent {
            // Held until then.
            withExtendedLifetime(delegation) {
                told.all == ["added", "finished"] ? nil : "the delegate was notified of: \(told.all)"
            }
        }
    }

    /// One thread gives the queue a delegate, and another takes it away. Which of them was last, the queue says.
    private static func changedDelegate<Subject: ExplorableSubject>(_ subject: Subject) async {
        guard let removing = subject as? any DelegateRemovalSubject<Subject.Queue> else { return }
        let (queue, told) = (subject.makeQueue(), NotifiedEvents())
        let remover = startTask { removing.removeDelegate(of: queue) }
        let delegation = removing.setDelegate(of: queue) { event in
            if case .added = event { told.append("added") }
        }
        await remover.value
        let expected = removing.hasDelegate(queue) ? ["added"] : []
        queue.addOperation(subject.makeOperation { _ in })
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.whenQuiescent {
            withExtendedLifetime(delegation) {
                told.all == expected ? nil : "a delegate was notified of \(told.all), and not \(expected)"
            }
        }
    }

    private static func timeout<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (scenario, bodies) = (AdvancedScenario(subject), ExploredBodies(1))
        let (timing, clock, begun) = (scenario.timing, ControlledClock(), Latch())
        let operation = scenario.operation { _ in bodies.run(0) { begun.open() } }
        timing.addTimeout(.seconds(1), by: clock, to: operation)
        let timer = startTask {
            await begun.wait()
            clock.advance(by: .seconds(2))
        }
        subject.makeQueue().addOperation(operation)
        await operation.waitUntilFinished()
        await timer.value
        ExploredSchedule.cover(operation.isCancelled ? "the time was over first" : "the end came first")
        bodies.expectOnce([0])
        ExploredSchedule.whenQuiescent {
            let errors = timing.errors(of: operation)
            let isTimeout = errors.count == 1 && errors.allSatisfy(timing.isTimeout)
            if operation.isCancelled ? isTimeout : errors.isEmpty { return nil }
            return
                "an operation that was\(operation.isCancelled ? "" : "n't") cancelled has \(errors.count) errors"
        }
    }

    private static func lateObservers<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (scenario, bodies) = (AdvancedScenario(subject), ExploredBodies(1))
        let operation = scenario.operation { _ in bodies.run(0) }
        let all = (0..<3).map { _ in NotifiedEvents() }
        let early = (0..<2).map { index in startTask { scenario.observe(operation, all[index]) } }
        for observer in early { await observer.value }
        let late = startTask {
            if operation.isFinished { ExploredSchedule.cover("added after the end") }
            scenario.observe(operation, all[2])
            if bodies.runs(0) == 0 { ExploredSchedule.cover("added before the work began") }
        }
        subject.makeQueue().addOperation(operation)
        await operation.waitUntilFinished()
        await late.value
        let events = ["started", "finished with 0"]
        for observer in all.prefix(2) { observer.expect({ $0 == events }, "an observer") }
        all[2].expect({ $0 == events.suffix($0.count) }, "a late observer")
    }
}
