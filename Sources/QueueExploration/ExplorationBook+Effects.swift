internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

/// Rules about plain memory. An exploration in an instrumented build judges each access to it; what the bodies tell by other ways
/// goes by relaxed words, which order nothing.
extension ExplorationBook {
    static let effects = [
        ExploredRule(
            RuleID(3, 12), "what bodies write, those that depend on them, and two who add",
            needs: [.lifeCycle, .dependencies], needsInstrumentation: true,
            covers: ["added before the end", "added after the end"]
        ) { await dependentEffects($0) },
        ExploredRule(
            RuleID(6, 8), "what bodies write in a queue of one slot, and two who add",
            needs: [.lifeCycle, .oneAtATime], needsInstrumentation: true,
            covers: ["the first ran first", "the first ran later"]
        ) { await serialEffects($0) },
    ]

    /// What nothing but the queue protects.
    ///
    /// `@unchecked Sendable`: the rules are about who may change it. Where a queue breaks them, the exploration reports the race.
    private final class Effect: @unchecked Sendable {
        var value = 0
    }

    /// An operation, two that depend on it, and one that depends on both.
    private static func dependentEffects<Subject: ExplorableSubject>(_ subject: Subject) async {
        let dependencies = [[], [0], [0], [1, 2]]
        let effects = dependencies.map { _ in Effect() }
        let (ended, result) = (RelaxedCounter(), RelaxedCounter())
        let operations = dependencies.enumerated().map { index, own in
            subject.makeOperation { _ in
                let value = own.reduce(1) { $0 + effects[$1].value }
                effects[index].value = value
                if index == 0 { ended.set(1) }
                if index == 3 { result.set(value) }
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
        ExploredSchedule.expect(result.value == 5, "the last has found a sum of \(result.value), not 5")
    }

    private static func serialEffects<Subject: ExplorableSubject>(_ subject: Subject) async {
        let (count, place, inside) = (Effect(), RelaxedCounter(), RelaxedCounter())
        let operations = (0..<3).map { index in
            subject.makeOperation { _ in
                let others = inside.increment() - 1
                ExploredSchedule.expect(others == 0, "two ran at once in a queue of one slot")
                count.value += 1
                if index == 0 { place.set(count.value) }
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
