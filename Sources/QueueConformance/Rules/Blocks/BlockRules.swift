internal import ConcurrencyPrimitives
import Operations

/// Family 11, as far as it is about operations of several blocks.
enum BlockRules {
    static let all = [
        finishesLastRule, overlapRule, lateBlockRule,
    ]

    /// A block operation, and each of its blocks, which waits for its latch.
    private static func make<Subject: ConformanceSubject>(
        _ count: Int, _ scenario: RuleScenario<Subject>
    ) throws -> (operation: Subject.Operation, blocks: [RuleScenario<Subject>.Member]) {
        let subject = try scenario.subject.blocks
        let traces = (1...count).map { scenario.probe.trace("block \($0)") }
        let latches = traces.map { scenario.latch($0.label) }
        let bodies = zip(traces, latches).map { trace, latch -> @Sendable () -> Void in
            { trace.run { latch.waitBlocking() } }
        }
        let operation = subject.makeBlockOperation(bodies[0])
        for body in bodies.dropFirst() {
            scenario.recorder.call("addExecutionBlock") {
                subject.addExecutionBlock(body, to: operation)
            }
        }
        return (operation, zip(traces, latches).map { scenario.register(operation, $0, $1) })
    }

    static let finishesLastRule = Rule(
        "11.6", "A block operation finishes after all its blocks.",
        sources: [.documentation], testedCode: .operation, needs: [.lifeCycle, .blocks],
        isolation: .ownProcess
    ) { try await finishesLast($0, $1) }

    private static func finishesLast<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        // The first and the last may be special, and so may be one alone.
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0]] {
            try await RuleScenario.run(subject, probe, part: "let go in the order \(order)") { scenario in
                let queue = await scenario.queue()
                let (operation, blocks) = try make(order.count, scenario)
                func expectListed(_ circumstances: String) throws {
                    guard let own = operation as? BlockOperation else { return }
                    let count = own.executionBlocks.count
                    try probe.expect(
                        count == order.count,
                        "the operation to list the \(order.count) blocks that it runs, \(circumstances)",
                        observed: "it lists \(count)")
                }
                try expectListed("before it was added")
                // With something to do at its end, and without.
                if order == [2, 1, 0], scenario.claims(.completionBlocks) { operation.completionBlock = {} }
                scenario.recorder.call("addOperation") { queue.addOperation(operation) }
                for index in order {
                    try await probe.settle()
                    let ended = blocks.count { $0.trace.finishCount > 0 }
                    try probe.expect(
                        !operation.isFinished, "the operation not to finish before all its blocks have ended",
                        observed: "it had, when \(ended) of \(order.count) had ended")
                    blocks[index].release()
                }
                try await scenario.expectRun(of: blocks, "in one operation")
                try probe.expect(
                    operation.isFinished, "the operation to finish when all its blocks have ended",
                    observed: "it had not when the process was quiescent")
                try expectListed("having finished")
            }
        }
    }

    static let overlapRule = Rule(
        "11.7", "Two of its blocks run concurrently.",
        sources: [.documentation], testedCode: .operation, needs: [.blocks], isolation: .ownProcess
    ) { try await overlap($0, $1) }

    private static func overlap<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let (operation, blocks) = try make(2, scenario)
            scenario.recorder.call("addOperation") { queue.addOperation(operation) }
            try await scenario.expectStart(of: blocks, "and meet, being blocks of one operation")
        }
    }

    private enum Phase: String, CaseIterable {
        case executing, finished
    }

    static let lateBlockRule = Rule(
        "11.8", "Adding a block while executing or finished stops with an error.",
        sources: [.documentation], testedCode: .operation, needs: [.misuseDetection, .lifeCycle, .blocks],
        isolation: .trap,
        cases: Phase.allCases.map(\.rawValue)
    ) { try await lateBlock($0, $1) }

    private static func lateBlock<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let (operation, blocks) = try make(1, scenario)
            let several = try subject.blocks
            let isToFinish = probe.caseName == Phase.finished.rawValue
            if isToFinish { blocks[0].release() }
            queue.addOperation(operation)
            try await probe.settle()
            if isToFinish ? !operation.isFinished : !blocks[0].isInBody {
                throw Undecided("the operation is not \(probe.caseName)")
            }
            try await probe.mustStop("addExecutionBlock on an operation that is \(probe.caseName)") {
                several.addExecutionBlock({}, to: operation)
            }
        }
    }
}
