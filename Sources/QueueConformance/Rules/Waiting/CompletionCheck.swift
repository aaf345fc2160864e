private import ConcurrencyPrimitives
import Operations

/// Rule 9.5: operations that come to their end in all the ways there are, each with a completion block.
struct CompletionCheck<Subject: ConformanceSubject> {
    private typealias Operation = Subject.Queue.Operation

    let subject: Subject
    let probe: Probe

    /// What completion blocks did: how often each ran, and how often its operation was finished then.
    private final class Record: Sendable {
        let label: String
        let runs = Mutex<(all: Int, finished: Int)>((0, 0))

        init(_ label: String) { self.label = label }

        var isRight: Bool { runs.withLock { $0 == (1, 1) } }
        var inWords: String {
            runs.withLock { runs in
                switch runs {
                case (0, _): "that of \(label) did not run"
                case (1, 0): "that of \(label) ran before it was finished"
                default: "that of \(label) ran \(runs.all) times"
                }
            }
        }
    }

    func run() async throws {
        try await Setup.run(subject, probe) { setup in
            var records: [Record] = []
            func complete(_ watched: Setup<Subject>.Watched) -> Setup<Subject>.Watched {
                let record = Record(watched.label)
                records.append(record)
                // Weak, or the operation would own itself.
                watched.operation.completionBlock = { [weak operation = watched.operation] in
                    let isFinished = operation?.isFinished == true
                    record.runs.withLock { $0 = ($0.all + 1, $0.finished + (isFinished ? 1 : 0)) }
                }
                return watched
            }
            let queue = await setup.queue()
            setup.add(complete(setup.operation("A")), to: queue)
            if setup.claims(.cancellation) { try await addCancelled(to: queue, setup, complete) }
            if setup.claims(.asyncBodies) {
                let suspended = complete(setup.heldAsync("async"))
                setup.add(suspended, to: queue)
                suspended.gate.open()
            }
            if setup.claims(.startOverrides) { setup.add(complete(startOverride(setup)), to: queue) }
            let byHand = complete(setup.operation("started by hand"))
            let operation = byHand.operation
            try await probe.mustReturn("start() by hand") { operation.start() }

            let isSo = try await probe.holdsAtRest { records.allSatisfy(\.isRight) }
            try probe.expect(
                isSo, "each completion block to run once, after its operation is finished",
                observed: records.filter { !$0.isRight }.map(\.inWords).inWords)
        }
    }

    private func addCancelled(
        to queue: Subject.Queue, _ setup: Setup<Subject>,
        _ complete: (Setup<Subject>.Watched) -> Setup<Subject>.Watched
    ) async throws {
        let beforehand = complete(setup.operation("cancelled before it was added"))
        setup.cancel(beforehand)
        setup.add(beforehand, to: queue)

        let executing = complete(setup.held("cancelled while executing"))
        setup.add(executing, to: queue)
        try await setup.expectStart(of: [executing], "in an idle queue")
        setup.cancel(executing)
        executing.gate.open()

        // A cancel that comes just as the operation starts or ends.
        for round in 1...60 {
            let racing = complete(setup.operation("cancelled meanwhile, \(round)"))
            queue.addOperation(racing.operation)
            racing.operation.cancel()
        }
    }

    private func startOverride(_ setup: Setup<Subject>) -> Setup<Subject>.Watched {
        let trace = setup.trace("overriding start")
        let gate = setup.gate("the end of the one that overrides start")
        gate.open()
        let operation = subject.makeStartOverride { _, control in
            trace.begin()
            control.announceExecuting()
            ScenarioThread.start {
                trace.end()
                control.announceFinished()
            }
        }
        return setup.register(operation, trace, gate)
    }
}
