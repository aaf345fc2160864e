internal import ConcurrencyPrimitives
internal import Operations

/// A dependency that ends in the middle of an addition: 3.18.
extension DependencyRules {
    static let endWhileAddingRule = Rule(
        "3.18",
        "An operation whose last dependency ends while it is added starts, even if nothing else happens.",
        sources: [.own], needs: [.lifeCycle, .dependencies, .readinessOverrides], isolation: .ownProcess
    ) { try await endWhileAdding($0, $1) }

    private static func endWhileAdding<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let (isAdding, mayAnswer) = (Latch("B is being added"), Latch("isReady of B may answer"))
            // What B answers first is out of date when the queue gets it.
            let (b, open) = try scenario.heldByReadiness("B") { isReadyOtherwise in
                if isAdding.isOpen, !isReadyOtherwise { mayAnswer.waitBlocking() }
            }
            open()
            let a = scenario.held("A")
            scenario.depend(b, on: a)
            scenario.add(a, to: queue)
            try await scenario.expectStart(of: [a], "alone in an idle queue")
            isAdding.open()
            let isAdded = Latch("B has been added")
            let (recorder, operation) = (probe.recorder("the adder of B"), b.operation)
            SystemThread.start {
                recorder.call("queue.addOperation(B)") { queue.addOperation(operation) }
                isAdded.open()
            }
            // A queue that doesn't ask has added it by then.
            try await probe.settle()
            await scenario.release(a)
            try await probe.settle()
            mayAnswer.open()
            await probe.awaiting("addOperation(B) to return") { await isAdded.wait() }
            try await scenario.expectRun(
                of: [b], "when A, its dependency, has ended while it was added")
        }
    }
}
