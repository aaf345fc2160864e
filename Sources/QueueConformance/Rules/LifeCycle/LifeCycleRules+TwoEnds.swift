internal import ConcurrencyPrimitives
internal import Operations

/// Ends that are announced more than once: 1.25.
extension LifeCycleRules {
    private static let rounds = 90

    static let endIsAnnouncedOnceRule = Rule(
        "1.25",
        "Two threads that announce the end of one operation end it once; every other announcement changes nothing.",
        sources: [.own], testedCode: .operation, needs: [.lifeCycle, .startOverrides], isolation: .ownProcess
    ) { try await endIsAnnouncedOnce($0, $1) }

    private static func endIsAnnouncedOnce<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let isSerial = scenario.claims(.oneAtATime)
            let queue = await scenario.queue(limit: isSerial ? 1 : nil)
            let elsewhere = await scenario.queue("elsewhere")
            let inside = RelaxedCounter()
            let begun = BegunEnds((1...rounds).map { scenario.latch("\($0) operations have begun") })
            let ends = (0..<rounds).map { _ in AnnouncedEnd(begun, inside) }
            defer {
                for end in ends { end.letGo() }
                begun.letGo()
            }
            let operations = try ends.map { try add($0, to: queue, elsewhere, scenario) }
            let announced = [Latch("one thread"), Latch("the other thread")]
            let meeting = Rendezvous(parties: announced.count)
            for latch in announced {
                SystemThread.start {
                    for round in 0..<rounds {
                        let end = begun.waitForEnd(round)
                        meeting.meet(round: round)
                        end?.announce()
                    }
                    latch.open()
                }
            }
            try await probe.expectWhenQuiescent(
                "\(rounds) operations to start, each of whose ends two threads announce",
                observed: "\(ends.count { !$0.hasBegun }) never did", { announced.allSatisfy(\.isOpen) })
            func expectOneEnd(_ circumstances: String) throws {
                for (end, operation) in zip(ends, operations) {
                    try probe.expect(
                        end.isRight(operation, where: scenario.claims),
                        "an operation whose end is announced \(circumstances) to end once, as does what follows "
                            + "from it", observed: end.state(operation))
                }
            }
            try expectOneEnd("by two threads")

            // What waits for the only slot shows whether an announcement gives that back once more.
            let (holder, waiting) = (scenario.held("A"), scenario.operation("B"))
            if isSerial {
                scenario.add(holder, to: queue)
                try await scenario.expectStart(of: [holder], "alone in a queue of limit 1")
                scenario.add(waiting, to: queue)
            }
            try await probe.mustReturn("announcing the ends of all operations again") {
                for end in ends { end.announce() }
            }
            if isSerial {
                try await scenario.expectNoStart(
                    of: [waiting], "while A has the only slot, whatever ends are announced again")
                holder.release()
                try await scenario.expectCompletion(of: [holder, waiting], "one after the other")
            }
            try expectOneEnd("by two threads, and once more after that")
        }
    }

    /// Makes the operation, and something in a queue of its own that depends on it.
    private static func add<Subject: ConformanceSubject>(
        _ end: AnnouncedEnd, to queue: Subject.Queue, _ elsewhere: Subject.Queue,
        _ scenario: RuleScenario<Subject>
    ) throws -> Subject.Operation {
        let operation = try scenario.subject.makeStartOverride { _, control in end.begin(control) }
        if scenario.claims(.completionBlocks) {
            operation.completionBlock = { end.completions.increment() }
        }
        if scenario.claims(.dependencies) {
            let dependent = scenario.subject.makeOperation { _ in end.dependents.increment() }
            dependent.addDependency(operation)
            elsewhere.addOperation(dependent)
        }
        queue.addOperation(operation)
        return operation
    }
}

/// How the end of an operation with a replaced `start` is announced, and how often what follows from it has happened.
private final class AnnouncedEnd: Sendable {
    let completions = RelaxedCounter()
    let dependents = RelaxedCounter()
    private let starts = RelaxedCounter()
    /// Operations that have begun and whose end has not been announced, and the most that were found.
    private let inside: RelaxedCounter
    private let most = RelaxedCounter()
    private struct State {
        /// Refers to the operation, which refers to this.
        var control: StartOverrideControl?
        var isInside = false
    }
    private let state = Mutex(State())
    private let begun: BegunEnds

    init(_ begun: BegunEnds, _ inside: RelaxedCounter) {
        self.begun = begun
        self.inside = inside
    }

    func begin(_ control: StartOverrideControl) {
        starts.increment()
        most.set(inside.increment())
        control.announceExecuting()
        state.withLock { $0 = State(control: control, isInside: true) }
        begun.append(self)
    }

    var hasBegun: Bool { starts.value > 0 }

    /// Announces the end. Before the first announcement, the operation no longer counts as one that executes.
    func announce() {
        let control = state.withLock { state in
            if state.isInside { inside.decrement() }
            state.isInside = false
            return state.control
        }
        control?.announceFinished()
    }

    func letGo() {
        let last = state.withLock { $0.control.take() }
        withExtendedLifetime(last) {}
    }

    func isRight(_ operation: some OperationProtocol, where claims: (QueueCapability) -> Bool) -> Bool {
        starts.value == 1 && operation.isFinished && !operation.isExecuting
            && completions.value == (claims(.completionBlocks) ? 1 : 0)
            && dependents.value == (claims(.dependencies) ? 1 : 0)
            && (most.value == 1 || !claims(.oneAtATime))
    }

    func state(_ operation: some OperationProtocol) -> String {
        "it started \(starts.value) times, and then \(most.value) executed at once; it is "
            + (operation.isFinished ? "" : "not ") + "finished and "
            + (operation.isExecuting ? "" : "not ")
            + "executing; its completion block ran \(completions.value) "
            + "times, and what depends on it \(dependents.value) times"
    }
}

/// The operations that have begun, in the order of beginning, which is the queue's.
private final class BegunEnds: Sendable {
    private let latches: [Latch]
    /// Each end refers to this list, a cycle until `letGo()`.
    private let ends = Mutex<[AnnouncedEnd]>([])

    init(_ latches: [Latch]) { self.latches = latches }

    func append(_ end: AnnouncedEnd) {
        let count = ends.withLock { ends in
            ends.append(end)
            return ends.count
        }
        if count <= latches.count { latches[count - 1].open() }
    }

    func letGo() { ends.withLock { $0 = [] } }

    /// Waits until so many have begun, and one more; nil if the scenario ends before.
    func waitForEnd(_ index: Int) -> AnnouncedEnd? {
        latches[index].waitBlocking()
        return ends.withLock { index < $0.count ? $0[index] : nil }
    }
}
