private import ConcurrencyPrimitives
import Operations

/// Family 9: waiting for operations and queues, and what comes after the end.
enum WaitingRules {
    static let all = [
        operationRule, emptyQueueRule, addedMeanwhileRule, emptiedRule, completionRule, completionIsLetGoRule,
        completionWhileWaitingRule, waitingInCompletionRule, cancelledWaiterRule, poolStaysFreeRule,
        livesUntilCompletedRule,
    ]

    static let completionRule = Rule(
        "9.5", "The completion block runs exactly once, after isFinished, also when cancelled.",
        sources: [.documentation, .articles], testedCode: .operation, needs: [.completionBlocks, .lifeCycle],
        isolation: .ownProcess
    ) { try await completion($0, $1) }

    private static func completion<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await CompletionCheck(subject: subject, probe: probe).run()
    }

    static let operationRule = Rule(
        "9.1",
        "Waiting for an operation returns at once if it has finished, and for every waiter when it finishes.",
        sources: [.tests], testedCode: .operation, needs: [.lifeCycle], isolation: .ownProcess
    ) { try await operation($0, $1) }

    private static func operation<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let a = scenario.held("A")
            // Some wait before it is added, some while it executes.
            let early = Waiters(a, probe, "early")
            try await probe.settle()
            scenario.add(a, to: queue)
            try await scenario.expectStart(of: [a], "alone in an idle queue")
            let late = Waiters(a, probe, "late")
            try await probe.settle()
            try probe.expect(
                early.returned.isEmpty && late.returned.isEmpty,
                "nobody to stop waiting for A before it finishes",
                observed: "\((early.returned + late.returned).inWords) did")
            a.release()
            try await expectAllReturn([early, late], "A", probe)

            let operation = a.operation
            try await probe.mustReturn("A.waitUntilFinished(), A having finished,") {
                operation.waitUntilFinished()
            }
            try await probe.mustReturn("await A.waitUntilFinished(), A having finished,") {
                await operation.waitUntilFinished()
            }

            // Some come just as it finishes.
            var racing: [Waiters<Subject.Queue.Operation>] = []
            for round in 1...20 {
                let ending = scenario.held("\(round)")
                scenario.add(ending, to: queue)
                ending.release()
                racing.append(Waiters(ending, probe, "\(round)"))
            }
            try await expectAllReturn(racing, "each of 20 operations that were finishing meanwhile", probe)
        }
    }

    private static func expectAllReturn<Operation>(
        _ groups: [Waiters<Operation>], _ what: String, _ probe: Probe
    ) async throws {
        let isSo = try await probe.holdsWhenQuiescent { groups.allSatisfy(\.missing.isEmpty) }
        try probe.expect(
            isSo, "all who waited for \(what) to return when it had finished",
            observed: "\(groups.flatMap(\.missing).inWords) had not returned")
        let misled = groups.flatMap(\.misled)
        try probe.expect(
            misled.isEmpty, "whoever waited for \(what) to find it finished",
            observed: "\(misled.inWords) did not")
    }

    static let emptiedRule = Rule(
        "9.4", "After waiting for a queue, with nothing added, the count is 0.",
        sources: [.tests], needs: [.enumeration], isolation: .anywhere
    ) { try await emptied($0, $1) }

    private static func emptied<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        let queue = subject.makeQueue()
        for round in 1...100 {
            probe.forgetHistory()
            let recorder = probe.recorder()
            for number in 0..<round % 4 + 1 {
                let trace = probe.trace("\(round).\(number + 1)")
                let operation = subject.makeOperation { _ in trace.run {} }
                recorder.call("addOperation(\(trace.label))") { queue.addOperation(operation) }
            }
            await probe.awaiting("the queue to be empty") {
                await recorder.call("waitUntilAllOperationsAreFinished()") {
                    await queue.waitUntilAllOperationsAreFinished()
                }
            }
            let (count, listed) = (
                try await queue.enumerable.operationCount, try await queue.enumerable.operations.count
            )
            try probe.expect(
                count == 0 && listed == 0, "a count of 0 after waiting for the queue, and nothing listed",
                observed: "a count of \(count), and \(listed) listed, in round \(round)")
        }
    }
}
