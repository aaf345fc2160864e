internal import ConcurrencyPrimitives
internal import Operations
internal import ScheduleExploration

extension ExplorationBook {
    static let dependencies = [
        ExploredRule(
            RuleID(3, 14), "the ends of two operations that a third depends on",
            needs: [.lifeCycle, .dependencies],
            marks: ["two at once"]
        ) { await fanIn($0) }
    ]

    private static func fanIn<Subject: ConformanceSubject>(_ subject: Subject) async {
        let bodies = ExploredBodies(3)
        let first = subject.operations(2, bodies)
        let last = subject.makeOperation { _ in
            ExploredSchedule.expect(
                bodies.ends(0) == 1 && bodies.ends(1) == 1, "the dependent began too early")
            bodies.run(2)
        }
        for operation in first { last.addDependency(operation) }
        let queue = subject.makeQueue()
        let producer = startTask { queue.addOperation(first[1]) }
        queue.addOperation(last)
        queue.addOperation(first[0])
        await last.waitUntilFinished()
        await producer.value
        bodies.expectOnce(0..<3)
    }

    static let limits = [
        ExploredRule(
            RuleID(6, 1), "two producers and the workers of a queue of two slots", needs: [.concurrencyLimit],
            marks: ["two at once"]
        ) { await neverMore($0) },
        ExploredRule(
            RuleID(6, 3), "a raise of the limit and an operation that waits for the next to run",
            needs: [.concurrencyLimit]
        ) { await raisedLimit($0) },
        ExploredRule(
            RuleID(6, 9), "an operation that is added while a worker looks for more",
            needs: [.concurrencyLimit]
        ) { await freeSlot($0) },
        ExploredRule(
            RuleID(7, 5), "two threads that suspend and resume, and adding", needs: [.suspension]
        ) { await suspendAndResume($0) },
    ]

    private static func neverMore<Subject: ConformanceSubject>(_ subject: Subject) async {
        let bodies = ExploredBodies(4, limit: 2)
        let operations = subject.operations(4, bodies)
        let queue = subject.makeQueue(limit: 2)
        let producer = startTask { queue.addOperations([operations[2], operations[3]]) }
        queue.addOperation(operations[0])
        queue.addOperation(operations[1])
        await producer.value
        await subject.waitForAll(operations)
        bodies.expectOnce(0..<4)
    }

    /// An operation that doesn't end before another has run.
    private static func pair<Subject: ConformanceSubject>(
        _ subject: Subject
    ) -> (waiting: Subject.Queue.Operation, awaited: Subject.Queue.Operation) {
        let parker = Parker()
        return (subject.makeOperation { _ in parker.park() }, subject.makeOperation { _ in parker.unpark() })
    }

    private static func raisedLimit<Subject: ConformanceSubject>(_ subject: Subject) async {
        let (waiting, awaited) = pair(subject)
        let queue = subject.makeQueue(limit: 1)
        let raiser = startTask { queue.setMaxConcurrentOperationCount(2) }
        queue.addOperation(waiting)
        queue.addOperation(awaited)
        await subject.waitForAll([waiting, awaited])
        await raiser.value
    }

    private static func freeSlot<Subject: ConformanceSubject>(_ subject: Subject) async {
        let bodies = ExploredBodies(1)
        let (waiting, awaited) = pair(subject)
        let before = subject.operations(1, bodies)[0]
        let queue = subject.makeQueue(limit: 2)
        let producer = startTask { queue.addOperation(awaited) }
        queue.addOperation(before)
        queue.addOperation(waiting)
        await subject.waitForAll([before, waiting, awaited])
        await producer.value
        bodies.expectOnce([0])
    }

    private static func suspendAndResume<Subject: ConformanceSubject>(_ subject: Subject) async {
        let bodies = ExploredBodies(3)
        let operations = subject.operations(3, bodies)
        let queue = subject.makeQueue()
        let togglers = (0..<2).map { _ in
            startTask {
                queue.setSuspended(true)
                queue.setSuspended(false)
            }
        }
        for operation in operations { queue.addOperation(operation) }
        for toggler in togglers { await toggler.value }
        await subject.waitForAll(operations)
        bodies.expectOnce(0..<3)
    }
}
