internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let limits = [
        ExploredRule(
            RuleID(6, 1), "two producers and the workers of a queue of two slots", needs: [.concurrencyLimit],
            covers: ["two at once"]
        ) { await neverMore($0) },
        ExploredRule(
            RuleID(6, 3), "a raise of the limit and an operation that waits for the next to run",
            needs: [.concurrencyLimit],
            covers: ["raised before the adding", "raised meanwhile", "raised after the adding"]
        ) { await raisedLimit($0) },
        ExploredRule(
            RuleID(6, 9), "an operation that is added while a worker looks for more",
            needs: [.concurrencyLimit],
            covers: ["two at once", "added after one", "added after both"]
        ) { await freeSlot($0) },
    ]

    /// Two end as they come. The others stay until all are added and two of them are there, so one too many is seen.
    private static func neverMore<Subject: ExplorableSubject>(_ subject: Subject) async {
        let bodies = ExploredBodies(5, limit: 2)
        let parkers = (0..<5).map { _ in Parker() }
        let both = Parker()
        let begun = ExploredCount()
        let operations = (0..<5).map { index in
            subject.makeOperation { _ in
                bodies.run(index) {
                    guard index > 1 else { return }
                    if begun.increase() == 2 { both.unpark() }
                    parkers[index].park()
                }
            }
        }
        let queue = subject.makeQueue(limit: 2)
        queue.addOperation(operations[0])
        queue.addOperation(operations[1])
        let producer = startTask { queue.addOperations([operations[3], operations[4]]) }
        queue.addOperation(operations[2])
        await producer.value
        WorkerThread.start {
            both.park()
            for parker in parkers { parker.unpark() }
        }
        await subject.waitForAll(operations)
        bodies.expectOnce(0..<5)
    }

    /// Two operations neither of which ends before both run.
    private static func pair<Subject: ExplorableSubject>(_ subject: Subject) -> [Subject.Queue.Operation] {
        let parkers = [Parker(), Parker()]
        return (0..<2).map { index in
            subject.makeOperation { _ in
                parkers[1 - index].unpark()
                parkers[index].park()
            }
        }
    }

    private static func raisedLimit<Subject: ExplorableSubject>(_ subject: Subject) async {
        let operations = pair(subject)
        let queue = subject.makeQueue(limit: 1)
        let added = ExploredCount()
        let raiser = startTask {
            let before = added.value
            queue.setMaxConcurrentOperationCount(2)
            let after = added.value
            ExploredSchedule.cover(
                before == 2
                    ? "raised after the adding" : after == 0 ? "raised before the adding" : "raised meanwhile"
            )
        }
        for operation in operations {
            queue.addOperation(operation)
            added.increase()
        }
        await subject.waitForAll(operations)
        await raiser.value
    }

    /// What is added after an end comes while the worker that has seen to it looks for more, or when it has looked.
    private static func freeSlot<Subject: ExplorableSubject>(_ subject: Subject) async {
        let bodies = ExploredBodies(2)
        let before = subject.operations(2, bodies)
        let operations = pair(subject)
        let queue = subject.makeQueue(limit: 2)
        for operation in before { queue.addOperation(operation) }
        await before[0].waitUntilFinished()
        ExploredSchedule.cover(bodies.ends(1) == 1 ? "added after both" : "added after one")
        for operation in operations { queue.addOperation(operation) }
        await subject.waitForAll(operations)
        bodies.expectOnce(0..<2)
    }
}
