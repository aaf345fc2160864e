private import ConcurrencyPrimitives
import Operations

/// Family 8: adding to a queue, and being in it.
enum AddingRules {
    static let all = [
        addingTwiceRule, invalidMemberRule, addingAndWaitingRule, membershipRule, listingRule,
        countAfterWaitingRule, addingFromInsideRule, lifetimeRule, droppedSuspendedRule, manyThreadsRule,
        droppedAtWorkRule, nothingRemainsRule, releasedBodyRule,
    ]

    private enum Misuse: String, CaseIterable {
        case queued
        case queuedElsewhere = "queued in another queue"
        case executing
        case finished
        case executingByHand = "executing, started by hand"
        case finishedByHand = "finished, started by hand"
    }

    static let addingTwiceRule = Rule(
        "8.1", "Adding an operation that is queued anywhere, executing or finished stops with an error.",
        sources: [.documentation], needs: [.misuseDetection, .dependencies, .lifeCycle], isolation: .trap,
        cases: Misuse.allCases.map(\.rawValue)
    ) { try await addingTwice($0, $1) }

    private static func addingTwice<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let misuse: Misuse = probe.caseValue()
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let other = misuse == .queuedElsewhere ? await scenario.queue() : queue
            let isHeld = misuse == .executing || misuse == .executingByHand
            let operation = isHeld ? scenario.held("A") : scenario.operation("A")
            // What it waits for is in no queue, and so never finished.
            if misuse == .queued || misuse == .queuedElsewhere {
                scenario.depend(operation, on: scenario.operation("never started"))
            }
            switch misuse {
            case .queued, .queuedElsewhere, .executing, .finished: scenario.add(operation, to: queue)
            case .executingByHand, .finishedByHand:
                SystemThread.start { operation.operation.start() }
                await scenario.started(operation)
            }
            try await probe.settle()
            try await probe.mustStop("adding A, which is \(probe.caseName),") {
                other.addOperation(operation.operation)
            }
        }
    }

    static let membershipRule = Rule(
        "8.4", "An operation stays in the queue until it is finished.",
        sources: [.documentation], needs: [.enumeration, .lifeCycle], isolation: .ownProcess
    ) { try await membership($0, $1) }

    private static func membership<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            func expectMember(_ operation: RuleScenario<Subject>.Member, _ circumstances: String) async throws
            {
                let isListed = try await queue.enumerable.operations.contains(operation.operation)
                try probe.expect(
                    isListed || operation.operation.isFinished,
                    "\(operation.label) to be in the queue \(circumstances)", observed: "it was not")
            }
            let executing = scenario.held("executing")
            scenario.add(executing, to: queue)
            if scenario.claims(.dependencies) {
                let waiting = scenario.operation("waiting")
                scenario.depend(waiting, on: executing)
                scenario.add(waiting, to: queue)
                try await expectMember(waiting, "before it starts")
            }
            try await scenario.expectStart(of: [executing], "alone in the queue")
            try await expectMember(executing, "while it executes")
            executing.release()
            try await probe.settle()

            // At the very end: as long as it isn't finished, it is listed.
            for round in 1...50 {
                let ending = scenario.held("ending \(round)")
                scenario.add(ending, to: queue)
                // The looks are counted, so that a queue that loses an operation doesn't keep the check busy.
                for _ in 0..<10_000 where !ending.operation.isFinished {
                    try await expectMember(ending, "until it is finished")
                    ending.release()
                }
            }
            guard scenario.claims(.startOverrides) else { return }
            try await overriddenStart(scenario, expectMember)
        }
    }

    /// `start` returns long before the operation has finished.
    private static func overriddenStart<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>,
        _ expectMember: (RuleScenario<Subject>.Member, String) async throws -> Void
    ) async throws {
        let queue = await scenario.queue()
        let member = try scenario.overridden("A, which overrides start,")
        scenario.add(member, to: queue)
        try await scenario.expectStart(of: [member], "alone in an idle queue")
        // The process is quiescent, so its start has returned.
        let isListed = try await queue.enumerable.operations.contains(member.operation)
        try scenario.probe.expect(
            isListed, "an operation that overrides start to be in the queue until it announces finished",
            observed: "it was not, after its start had returned")
    }

    static let manyThreadsRule = Rule(
        "8.10", "From any number of threads, every operation added runs exactly once.",
        sources: [.own], isolation: .ownProcess
    ) { try await manyThreads($0, $1) }

    private static func manyThreads<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let queue = subject.makeQueue()
        let traces = (0..<8).map { adder in (0..<100).map { probe.trace("\(adder).\($0)") } }
        for (adder, traces) in traces.enumerated() {
            let add: @Sendable () -> Void = {
                for trace in traces { queue.addOperation(subject.makeOperation { _ in trace.run {} }) }
            }
            if adder % 2 == 0 { SystemThread.start(add) } else { startTask { add() } }
        }
        let isSo = try await probe.holdsWhenQuiescent {
            traces.allSatisfy { $0.allSatisfy { $0.startCount == 1 && $0.finishCount == 1 } }
        }
        let wrong = traces.flatMap(\.self).filter { $0.startCount != 1 || $0.finishCount != 1 }
        try probe.expect(
            isSo, "each of 800 operations, added by four threads and four tasks, to run once",
            observed: wrong.map { "operation \($0.label) ran \($0.startCount) times" }.inWords)
    }
}
