internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let conditions = [
        ExploredRule(
            "12.12", "the ends of two dependencies and threads that ask whether the operation is ready",
            needs: [.lifeCycle, .dependencies, .conditions],
            covers: ["evaluated before all had asked", "evaluated after all had asked"]
        ) { try await askedWhileEvaluated($0) },
        ExploredRule(
            "12.13", "a cancel and the evaluation of conditions",
            needs: [.lifeCycle, .cancellation, .asyncConditions], covers: ["ran", "did not run"]
        ) { try await cancelledEvaluation($0) },
    ]

    private static func askedWhileEvaluated<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let scenario = AdvancedScenario(subject)
        let (bodies, evaluated, asked) = (ExploredBodies(3), ExploredCount(), ExploredCount())
        let operation = scenario.operation { _ in bodies.run(2) }
        scenario.addCondition(to: operation) {
            evaluated.increase()
            ExploredSchedule.expect(
                bodies.ends(0) == 1, "a condition was evaluated before a dependency had ended")
            ExploredSchedule.cover("evaluated \(asked.value < 2 ? "before" : "after") all had asked")
        }
        let dependencies = subject.operations(2, bodies)
        for dependency in dependencies { operation.addDependency(dependency) }
        let askers = (0..<2).map { number in
            startTask {
                for _ in 0..<2 { _ = operation.isReady }
                if number == 0 { operation.removeDependency(dependencies[1]) }
                asked.increase()
            }
        }
        let queue = subject.makeQueue()
        queue.addOperation(operation)
        queue.addTogether(dependencies)
        for asker in askers { await asker.value }
        await subject.waitForAll([operation] + dependencies)
        bodies.expectOnce(0..<3)
        ExploredSchedule.whenQuiescent {
            evaluated.value == 1 ? nil : "a condition was evaluated \(evaluated.value) times"
        }
    }

    private static func cancelledEvaluation<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let scenario = AdvancedScenario(subject)
        let (bodies, evaluated) = (ExploredBodies(2), ExploredCount())
        let operations = (0..<2).map { index in scenario.operation { _ in bodies.run(index) } }
        let begun = Latch()
        scenario.addAsyncCondition(to: operations[0], isSuspended: true) { evaluated.increase() }
        scenario.addAsyncCondition(to: operations[1], isSuspended: false) {
            begun.open()
            throw ThrownInScenario(number: 1)
        }
        let cancellers = operations.enumerated().map { index, operation in
            startTask {
                // One comes at any time, the other while a condition is evaluated.
                if index == 1 { await begun.wait() }
                operation.cancel()
                // In this order: what is not executing, and not finished later on, had not begun.
                let isInTime = !operation.isExecuting && !operation.isFinished
                if !isInTime { return }
                ExploredSchedule.whenQuiescent {
                    if !operation.isCancelled { return "the end of an evaluation has undone a cancel" }
                    return bodies.runs(index) > 0
                        ? "an operation ran, though cancel() had returned before it began" : nil
                }
            }
        }
        let queue = subject.makeQueue()
        queue.addTogether(operations)
        await subject.waitForAll(operations)
        for canceller in cancellers { await canceller.value }
        ExploredSchedule.cover(bodies.runs(0) == 0 ? "did not run" : "ran")
        ExploredSchedule.whenQuiescent {
            if evaluated.value > 1 { return "a condition was evaluated \(evaluated.value) times" }
            if bodies.runs(1) > 0 { return "an operation ran though its condition failed" }
            return bodies.runs(0) == bodies.ends(0) && bodies.runs(0) < 2 ? nil : "an operation ran twice"
        }
    }
}
