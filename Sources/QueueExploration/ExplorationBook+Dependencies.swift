internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let dependencies = [
        ExploredRule(
            RuleID(3, 14), "the ends of two operations that a third depends on",
            needs: [.lifeCycle, .dependencies],
            covers: ["two at once"]
        ) { await fanIn($0) }
    ]

    private static func fanIn<Subject: ExplorableSubject>(_ subject: Subject) async {
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
}
