import Operations

/// Operations that answer `isReady` themselves, and what that says: 1.18, 1.19 and 1.23.
extension LifeCycleRules {
    static func readinessHoldsBack<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let hasLimit = subject.makeQueue().capabilities.contains(.concurrencyLimit)
        for limit in hasLimit ? [1, -1] : [nil] as [Int?] {
            try await Setup.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { setup in
                let queue = await setup.queue(limit: limit)
                let ((a, openA), b) = (setup.gated("A"), setup.operation("B"))
                if setup.claims(.priorities) { try setup.setPriority(.veryHigh, of: a) }
                setup.add(a, b, to: queue)
                try await setup.expectRun(of: [b], "past A, which its isReady holds back")
                try await setup.expectNoStart(of: [a], "while its isReady is false")
                openA()
                try await setup.expectRun(of: [a], "once its isReady is true, and has said so")

                let (early, openEarly) = setup.gated("opened before it was added")
                openEarly()
                setup.add(early, to: queue)
                try await setup.expectRun(of: [early], "its isReady being true")
                if setup.claims(.dependencies) { try await readinessAndDependencies(setup, queue) }
                if setup.claims(.suspension) {
                    let (c, openC) = setup.gated("C")
                    await setup.setSuspended(queue, true)
                    setup.add(c, to: queue)
                    openC()
                    try await setup.expectNoStart(of: [c], "in a suspended queue, though it is ready")
                    await setup.setSuspended(queue, false)
                    try await setup.expectRun(of: [c], "once the queue goes on")
                }
                try await openWhileAdding(setup, queue)
            }
        }
    }

    /// Both have to let it go, in either order.
    private static func readinessAndDependencies<Subject: ConformanceSubject>(
        _ setup: Setup<Subject>, _ queue: Subject.Queue
    ) async throws {
        for isOpenedFirst in [true, false] {
            let number = isOpenedFirst ? 1 : 2
            let (a, open) = setup.gated("D\(number)")
            let dependency = setup.operation("the dependency of D\(number)")
            setup.depend(a, on: dependency)
            setup.add(a, to: queue)
            if isOpenedFirst { open() } else { setup.add(dependency, to: queue) }
            try await setup.expectNoStart(
                of: [a],
                isOpenedFirst ? "while its dependency hasn't finished" : "while its isReady is false")
            if isOpenedFirst { setup.add(dependency, to: queue) } else { open() }
            try await setup.expectRun(of: [a, dependency], "when neither holds D\(number) back any more")
        }
    }

    /// Each is added, opened and released by its dependency at the same moment, on three threads.
    private static func openWhileAdding<Subject: ConformanceSubject>(
        _ setup: Setup<Subject>, _ queue: Subject.Queue
    ) async throws {
        let rounds = 80
        let gated = (0..<rounds).map { setup.gated("racing \($0 + 1)") }
        let operations = gated.map(\.watched.operation)
        var parties: [@Sendable (Int) -> Void] = [
            { queue.addOperation(operations[$0]) },
            { gated[$0].open() },
        ]
        if setup.claims(.dependencies) {
            let dependencies = operations.map { operation in
                let dependency = setup.subject.makeOperation { _ in }
                operation.addDependency(dependency)
                return dependency
            }
            parties.append { dependencies[$0].start() }
        }
        Rendezvous.start(parties, rounds: rounds)
        try await setup.expectRun(
            of: gated.map(\.watched), "each opened while it was added, and while its dependency ended")
    }

    static func cancelledAndHeldBack<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws -> String {
        try await Setup.run(subject, probe) { setup in
            let queue = await setup.queue()
            let (a, open) = setup.gated("A")
            setup.add(a, to: queue)
            try await probe.settle()
            setup.cancel(a)
            func how() -> String { a.hasStarted ? "having run its main" : "without running its main" }
            if try await probe.holdsAtRest({ a.operation.isFinished }) {
                open()
                return "it finishes when it is cancelled, \(how())"
            }
            let stays = "it stays in its queue, and isReady reads \(a.operation.isReady)"
            open()
            return try await probe.holdsAtRest { a.operation.isFinished }
                ? "\(stays); when its isReady turns true it finishes, \(how())"
                : "\(stays); it does so even when its isReady has turned true"
        }
    }

    static func dependencyOfFinished<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws -> String {
        try await Setup.run(subject, probe) { setup in
            let queue = await setup.queue()
            let a = setup.operation("A")
            setup.add(a, to: queue)
            try await setup.expectRun(of: [a], "alone in an idle queue")
            if !a.operation.isFinished { throw Undecided("A has run and isn't finished") }
            setup.depend(a, on: setup.operation("B, which is never started,"))
            return "isReady then reads \(a.operation.isReady)"
        }
    }
}

extension Setup {
    /// An operation that its own `isReady` holds back, and what ends that.
    func gated(_ label: String) -> (watched: Watched, open: @Sendable () -> Void) {
        let (trace, gate) = (trace(label), gate(label))
        gate.open()
        let made = subject.makeHeldOperation { _ in trace.run {} }
        let lane = probe.lane("the announcer of \(label)")
        return (
            register(made.operation, trace, gate),
            { lane.call("\(label) announces that its isReady is true") { made.open() } }
        )
    }
}
