import Operations

/// What observers of an operation are told: 1.22.
extension LifeCycleRules {
    static func operationIsObserved<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await Setup.run(subject, probe) { setup in
            let queue = await setup.queue()
            try await observeEverything(setup, queue)
            try await observeEnds(setup, queue)
            if setup.claims(.startOverrides) { try await observeOverrides(setup, queue) }
        }
        try await Setup.run(subject, probe, part: "from several threads") { setup in
            try await observeRace(setup, await setup.queue())
        }
    }

    /// All that can change, once or more, and what is no change in between.
    private static func observeEverything<Subject: ConformanceSubject>(
        _ setup: Setup<Subject>, _ queue: Subject.Queue
    ) async throws {
        let a = setup.operation("A")
        let told = ToldChanges("A", a.operation, of: setup.subject)
        let ended = ToldChanges("A", a.operation, of: setup.subject)
        ended.end()
        var expected: [PropertyChange] = []
        if setup.claims(.priorities) {
            for _ in 1...2 { try setup.setPriority(.high, of: a) }
            expected.append(.queuePriority(from: .normal, to: .high))
        }
        if setup.claims(.dependencies) {
            let (b, c) = (setup.operation("B"), setup.operation("C"))
            for _ in 1...2 { setup.depend(a, on: b) }
            for _ in 1...2 { a.operation.removeDependency(b.operation) }
            setup.depend(a, on: c)
            setup.add(a, to: queue)
            try await setup.probe.settle()
            setup.add(c, to: await setup.queue())
            expected += [
                .dependencies(from: 0, to: 1), .dependencies(from: 1, to: 0), .dependencies(from: 0, to: 1),
                .flag(.isReady, false), .flag(.isReady, true), .flag(.isReady, false), .flag(.isReady, true),
            ]
        } else {
            setup.add(a, to: queue)
        }
        expected += [.flag(.isExecuting, true), .flag(.isExecuting, false), .flag(.isFinished, true)]
        try await expectTold([told], expected, setup)
        setup.cancel(a)
        try await expectTold([told], expected, setup)
        try setup.probe.expect(
            ended.changes.isEmpty, "an observer of A that has ended its observation to be told nothing",
            observed: "it was told \(ended.changes)")
    }

    /// Operations that come to their end otherwise, with a completion block.
    private static func observeEnds<Subject: ConformanceSubject>(
        _ setup: Setup<Subject>, _ queue: Subject.Queue
    ) async throws {
        let run: [PropertyChange] = [
            .flag(.isExecuting, true), .flag(.isExecuting, false), .flag(.isFinished, true),
        ]
        if setup.claims(.completionBlocks) {
            let completed = setup.operation("one with a completion block")
            let told = ToldChanges(completed.label, completed.operation, of: setup.subject)
            completed.operation.completionBlock = nil
            completed.operation.completionBlock = {}
            setup.add(completed, to: queue)
            try await expectTold(
                [told],
                run + [.completionBlock(from: false, to: true), .completionBlock(from: true, to: false)],
                setup)
        }
        let byHand = setup.operation("one that is started by hand")
        let toldByHand = ToldChanges(byHand.label, byHand.operation, of: setup.subject)
        try await setup.probe.onThread("start() by hand to return") { [operation = byHand.operation] in
            operation.start()
        }
        try await expectTold([toldByHand], run, setup)
        if setup.claims(.asyncBodies) {
            let async = setup.heldAsync("an async one")
            let told = ToldChanges(async.label, async.operation, of: setup.subject)
            setup.add(async, to: queue)
            async.gate.open()
            try await expectTold([told], run, setup)
        }
        guard setup.claims(.cancellation) else { return }
        let executing = setup.held("one that is cancelled while it executes")
        let toldExecuting = ToldChanges(executing.label, executing.operation, of: setup.subject)
        setup.add(executing, to: queue)
        try await setup.expectStart(of: [executing], "in an idle queue")
        for _ in 1...2 { setup.cancel(executing) }
        executing.gate.open()
        try await expectTold([toldExecuting], run + [.flag(.isCancelled, true)], setup)
        guard setup.claims(.dependencies) else { return }
        let waiting = setup.operation("one that is cancelled while it waits")
        setup.depend(waiting, on: setup.operation("one that is never started"))
        let toldWaiting = ToldChanges(waiting.label, waiting.operation, of: setup.subject)
        setup.add(waiting, to: queue)
        try await setup.probe.settle()
        for _ in 1...2 { setup.cancel(waiting) }
        try await expectTold(
            [toldWaiting], [.flag(.isCancelled, true), .flag(.isReady, true), .flag(.isFinished, true)],
            setup)
    }

    /// Operations whose class answers and announces itself.
    private static func observeOverrides<Subject: ConformanceSubject>(
        _ setup: Setup<Subject>, _ queue: Subject.Queue
    ) async throws {
        let run: [PropertyChange] = [
            .flag(.isExecuting, true), .flag(.isExecuting, false), .flag(.isFinished, true),
        ]
        let operation = setup.subject.makeStartOverride { _, control in
            control.announceExecuting()
            control.announceFinished()
        }
        let told = ToldChanges("one whose start is replaced", operation, of: setup.subject)
        queue.addOperation(operation)
        try await expectTold([told], run, setup)

        // Observed before the queue has asked it, and after that.
        let (early, openEarly) = setup.gated("one that its isReady holds back, observed at first")
        let toldEarly = ToldChanges(early.label, early.operation, of: setup.subject)
        let (late, openLate) = setup.gated("one that its isReady holds back, observed late")
        setup.add(early, late, to: queue)
        try await setup.probe.settle()
        let toldLate = ToldChanges(late.label, late.operation, of: setup.subject)
        try await expectTold([toldEarly, toldLate], [], setup)
        for open in [openEarly, openLate] { open() }
        try await expectTold([toldEarly, toldLate], [.flag(.isReady, true)] + run, setup)
    }

    /// Throws a violation unless these were told exactly the changes, those of each property in their order.
    private static func expectTold<Subject: ConformanceSubject>(
        _ observers: [ToldChanges<Subject.Queue.Operation>], _ expected: [PropertyChange],
        _ setup: Setup<Subject>
    ) async throws {
        func isTold(_ told: ToldChanges<Subject.Queue.Operation>) -> Bool {
            Dictionary(grouping: told.changes, by: \.property)
                == Dictionary(grouping: expected, by: \.property)
        }
        _ = try await setup.probe.holdsAtRest { observers.allSatisfy(isTold) }
        for told in observers {
            try setup.probe.expect(
                isTold(told), "the observer of \(told.label) to be told of these changes: \(expected)",
                observed: "it was told of these: \(told.changes)")
        }
        try expectConsistency(observers, setup)
    }

    private static func expectConsistency<Subject: ConformanceSubject>(
        _ observers: [ToldChanges<Subject.Queue.Operation>], _ setup: Setup<Subject>
    ) throws {
        for told in observers {
            if let mistake = told.mistake {
                throw setup.probe.violation(
                    "the observer of \(told.label) to be told of each change once, in the order of its life",
                    observed: "\(mistake); in all: \(told.changes)")
            }
        }
    }

    /// Operations that several threads change while they run.
    private static func observeRace<Subject: ConformanceSubject>(
        _ setup: Setup<Subject>, _ queue: Subject.Queue
    ) async throws {
        let rounds = 60
        let gated = setup.claims(.startOverrides)
        // A body ends when the last of the changes has been made.
        let made: [(watched: Setup<Subject>.Watched, open: @Sendable () -> Void)] = (0..<rounds).map {
            let label = "racing \($0 + 1)"
            return gated && $0 % 2 == 1 ? setup.gated(label) : (setup.held(label), {})
        }
        let operations = made.map(\.watched.operation)
        let told = made.map { ToldChanges($0.watched.label, $0.watched.operation, of: setup.subject) }
        let never = setup.operation("never started").operation
        let (canDepend, canCancel) = (setup.claims(.dependencies), setup.claims(.cancellation))
        let priorities = setup.claims(.priorities) ? QueuePriority.allCases : []
        let parties: [@Sendable (Int) -> Void] = [
            { queue.addOperation(operations[$0]) },
            { round in
                for priority in priorities {
                    if let value = Subject.Queue.Operation.QueuePriority(rawValue: priority.rawValue) {
                        operations[round].queuePriority = value
                    }
                }
            },
            { round in
                if canDepend {
                    operations[round].addDependency(never)
                    operations[round].removeDependency(never)
                }
                if canCancel, round % 3 == 0 { operations[round].cancel() }
                made[round].open()
                made[round].watched.gate.open()
            },
        ]
        Rendezvous.start(parties, rounds: rounds)
        guard try await setup.probe.holdsAtRest({ operations.allSatisfy(\.isFinished) }) else {
            throw Undecided("not all operations have finished, which is a matter of other rules")
        }
        try expectConsistency(told, setup)
    }
}
