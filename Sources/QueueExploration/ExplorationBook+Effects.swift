internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

/// Rules about plain memory. An exploration in an instrumented build judges each access to it. All else that the bodies share is relaxed,
/// and orders nothing.
extension ExplorationBook {
    static let effects = [
        ExploredRule(
            RuleID(3, 12), "the effects of a body on its dependents, which two threads add",
            needs: [.lifeCycle, .dependencies], needsInstrumentation: true,
            covers: ["added before the end", "added after the end"]
        ) { await dependentEffects($0) },
        ExploredRule(
            RuleID(6, 8),
            "the effects of a body on the next in a queue of one slot, to which two threads add",
            needs: [.lifeCycle, .oneAtATime], needsInstrumentation: true,
            covers: ["the first ran first", "the first ran later"]
        ) { await serialEffects($0) },
    ]

    /// An operation, two that depend on it, and one that depends on both.
    private static func dependentEffects<Subject: ExplorableSubject>(_ subject: Subject) async {
        let dependencies = [[], [0], [0], [1, 2]]
        let effects = dependencies.map { _ in PlainCell() }
        let ended = RelaxedCounter()
        let operations = dependencies.enumerated().map { index, own in
            subject.makeOperation { _ in
                let value = own.reduce(1) { $0 + effects[$1].read() }
                effects[index].write(value)
                if index == 0 { ended.set(1) }
                if index == 3 {
                    ExploredSchedule.expect(value == 5, "the last found a sum of \(value), not 5")
                }
            }
        }
        let queue = subject.makeQueue()
        let producer = startTask { queue.addOperation(operations[0]) }
        for (dependent, own) in zip(operations, dependencies) {
            for index in own { dependent.addDependency(operations[index]) }
        }
        queue.addOperation(operations[3])
        queue.addOperation(operations[2])
        ExploredSchedule.cover("added \(ended.value == 0 ? "before" : "after") the end")
        queue.addOperation(operations[1])
        await producer.value
        await subject.waitForAll(operations)
    }

    private static func serialEffects<Subject: ExplorableSubject>(_ subject: Subject) async {
        let (count, place, inside) = (PlainCell(), RelaxedCounter(), RelaxedCounter())
        let operations = (0..<3).map { index in
            subject.makeOperation { _ in
                let others = inside.increment() - 1
                ExploredSchedule.expect(others == 0, "two ran at once in a queue of one slot")
                let value = count.read() + 1
                count.write(value)
                if index == 0 { place.set(value) }
                inside.decrement()
            }
        }
        let queue = subject.makeNarrowQueue()
        let producer = startTask { queue.addOperation(operations[0]) }
        for operation in operations.dropFirst() { queue.addOperation(operation) }
        await producer.value
        await subject.waitForAll(operations)
        ExploredSchedule.cover("the first ran \(place.value == 1 ? "first" : "later")")
    }
}
