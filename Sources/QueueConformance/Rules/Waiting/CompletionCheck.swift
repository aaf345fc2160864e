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
        try await RuleScenario.run(subject, probe) { scenario in
            var records: [Record] = []
            func complete(_ member: RuleScenario<Subject>.Member) -> RuleScenario<Subject>.Member {
                let record = Record(member.label)
                records.append(record)
                // Weak, or the operation would own itself.
                member.operation.completionBlock = { [weak operation = member.operation] in
                    let isFinished = operation?.isFinished == true
                    record.runs.withLock { $0 = ($0.all + 1, $0.finished + (isFinished ? 1 : 0)) }
                }
                return member
            }
            let queue = await scenario.queue()
            scenario.add(complete(scenario.operation("A")), to: queue)
            if scenario.claims(.cancellation) { try await addCancelled(to: queue, scenario, complete) }
            try scenario.addOutlastingStart(to: queue, complete)
            let byHand = complete(scenario.operation("started by hand"))
            let operation = byHand.operation
            try await probe.mustReturn("start() by hand") { operation.start() }
            let within = complete(scenario.operation("started by hand within another"))
            let inner = within.operation
            scenario.add(complete(scenario.operation("around that") { _ in inner.start() }), to: queue)

            let isSo = try await probe.holdsWhenQuiescent { records.allSatisfy(\.isRight) }
            try probe.expect(
                isSo, "each completion block to run once, after its operation is finished",
                observed: records.filter { !$0.isRight }.map(\.inWords).inWords)
        }
    }

    private func addCancelled(
        to queue: Subject.Queue, _ scenario: RuleScenario<Subject>,
        _ complete: (RuleScenario<Subject>.Member) -> RuleScenario<Subject>.Member
    ) async throws {
        let beforehand = complete(scenario.operation("cancelled before it was added"))
        scenario.cancel(beforehand)
        scenario.add(beforehand, to: queue)

        let executing = complete(scenario.held("cancelled while executing"))
        scenario.add(executing, to: queue)
        try await scenario.expectStart(of: [executing], "in an idle queue")
        scenario.cancel(executing)
        executing.release()

        // A cancel that comes just as the operation starts or ends.
        for round in 1...60 {
            let racing = complete(scenario.operation("cancelled meanwhile, \(round)"))
            queue.addOperation(racing.operation)
            racing.operation.cancel()
        }
    }
}
