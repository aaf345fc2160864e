private import ConcurrencyPrimitives
import Operations

/// Family 7: a queue that pauses.
enum SuspensionRules {
    static let all = [
        nothingStartsRule, addingRule, cancelledStayRule, resumeRule, togglingRule,
    ]

    static let nothingStartsRule = Rule(
        "7.1", "While suspended nothing starts; what executes goes on.",
        sources: [.documentation], needs: [.suspension], isolation: .ownProcess
    ) { try await nothingStarts($0, $1) }

    private static func nothingStarts<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let hasLimit = subject.claims(.concurrencyLimit)
        for limit in hasLimit ? [1, 2, -1] : [nil] as [Int?] {
            try await RuleScenario.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { scenario in
                let queue = await scenario.queue(limit: limit)
                // More than a queue that chooses its limit by the processors executes at once.
                let slots = limit.flatMap { $0 > 0 ? $0 : nil } ?? ProcessorCount.available * 4
                let before = (1...slots + 3).map { scenario.held("\($0)") }
                // Ready when the first of those has finished, in the middle of the suspension.
                let dependent = scenario.operation("dependent of 1")
                scenario.add(before, to: queue)
                if scenario.claims(.dependencies) {
                    scenario.depend(dependent, on: before[0])
                    scenario.add(dependent, to: queue)
                }
                try await probe.settle()
                await scenario.setSuspended(queue, true)
                // What was about to start when the queue was suspended has done so now.
                try await probe.settle()
                let executing = before.filter(\.hasStarted)

                let added = scenario.operation("added while suspended")
                scenario.add(added, to: queue)
                for operation in executing { operation.release() }
                try await scenario.expectRun(
                    of: executing, "to the end, as they executed when the queue was suspended")
                let idle = before.filter { operation in !executing.contains { $0.label == operation.label } }
                let queued = (scenario.claims(.dependencies) ? [dependent, added] : [added]) + idle
                try await scenario.expectNoStart(of: queued, "while the queue is suspended")
            }
        }
    }

    static let addingRule = Rule(
        "7.2", "Adding while suspended is allowed, and runs after resume.",
        sources: [.documentation], needs: [.suspension], isolation: .ownProcess
    ) { try await adding($0, $1) }

    private static func adding<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(suspended: true)
            let operations = ["A", "B", "C", "D"].map { scenario.operation($0) }
            scenario.add(operations[0], to: queue)
            scenario.addTogether(Array(operations[1...2]), to: queue)
            scenario.add(operations[3], to: queue)
            let block = scenario.probe.trace("block")
            scenario.recorder.call("addOperation { }") { queue.addOperation { block.run {} } }
            try await probe.settle()
            await scenario.setSuspended(queue, false)
            try await scenario.expectRun(
                of: operations, "after the queue they were added to while suspended was resumed")
            try probe.expect(
                block.startCount == 1, "the block that was added while suspended to run once after resume",
                observed: "it ran \(block.startCount) times")
        }
    }

    static let cancelledStayRule = Rule(
        "7.3", "Cancelled operations stay queued until resume.",
        sources: [.tests], needs: [.suspension, .cancellation, .lifeCycle], isolation: .ownProcess
    ) { try await cancelledStay($0, $1) }

    private static func cancelledStay<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(suspended: true)
            let operations = ["A", "B"].map { scenario.operation($0) }
            // One is cancelled in the queue, one is added cancelled.
            scenario.add(operations[0], to: queue)
            scenario.cancel(operations[0])
            scenario.cancel(operations[1])
            scenario.add(operations[1], to: queue)
            try await probe.settle()
            let gone = operations.filter(\.operation.isFinished)
            try probe.expect(
                gone.isEmpty, "A and B, cancelled, not to finish while the queue is suspended",
                observed: "\(gone.labels()) finished")
            if scenario.claims(.enumeration) {
                let listed = try await queue.enumerable.operations
                let missing = operations.filter { !listed.contains($0.operation) }
                try probe.expect(
                    missing.isEmpty, "A and B, cancelled, to be listed while the queue is suspended",
                    observed: "\(missing.labels()) had left it")
            }
            await scenario.setSuspended(queue, false)
            let isSo = try await probe.holdsWhenQuiescent { operations.allSatisfy(\.operation.isFinished) }
            try probe.expect(
                isSo, "A and B, cancelled, to finish after resume",
                observed: "\(operations.filter { !$0.operation.isFinished }.labels()) had not finished")
        }
    }

    static let resumeRule = Rule(
        "7.4", "Resume starts up to the limit, by priority.",
        sources: [.own], needs: [.suspension, .concurrencyLimit, .priorities], isolation: .ownProcess
    ) { try await resume($0, $1) }

    private static func resume<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        for limit in [1, 2] {
            try await RuleScenario.run(subject, probe, part: "limit \(limit)") { scenario in
                let queue = await scenario.queue(limit: limit, suspended: true)
                // Neither the first nor the last that are added.
                let priorities = (1...limit).flatMap { _ in [.veryLow, .high, .normal] as [QueuePriority] }
                let operations = try priorities.enumerated().map { number, priority in
                    let operation = scenario.held("\(number + 1), \(priority)")
                    try scenario.setPriority(priority, of: operation)
                    return operation
                }
                scenario.add(operations, to: queue)
                await scenario.setSuspended(queue, false)
                let highest = zip(operations, priorities).filter { $0.1 == .high }.map(\.0)
                try await scenario.expectStart(of: highest, "on resume, as they fill the limit of \(limit)")
                let others = zip(operations, priorities).filter { $0.1 != .high }.map(\.0)
                try await scenario.expectNoStart(
                    of: others, "on resume, as \(highest.labels()) go first and fill the limit of \(limit)")
            }
        }
    }

    static let togglingRule = Rule(
        "7.5", "Suspending and resuming any number of times loses and duplicates nothing.",
        sources: [.own], needs: [.suspension], isolation: .ownProcess
    ) { try await toggling($0, $1) }

    private static func toggling<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        let queue = subject.makeQueue()
        let suspendable = try queue.suspendable
        let traces = (0..<400).map { probe.trace("\($0)") }
        let toggler = probe.recorder("toggler")
        SystemThread.start {
            for round in 0..<200 {
                // Suspended twice is suspended.
                for _ in 0...round % 2 {
                    toggler.call("setSuspended(true)") { suspendable.setSuspended(true) }
                }
                toggler.call("setSuspended(false)") { suspendable.setSuspended(false) }
            }
        }
        for (number, half) in [traces[..<200], traces[200...]].enumerated() {
            let recorder = probe.recorder("adder \(number + 1)")
            SystemThread.start {
                for trace in half {
                    let operation = subject.makeOperation { _ in trace.run {} }
                    recorder.call("addOperation(\(trace.label))") { queue.addOperation(operation) }
                }
            }
        }
        let isSo = try await probe.holdsWhenQuiescent { traces.allSatisfy { $0.startCount == 1 } }
        let wrong = traces.filter { $0.startCount != 1 }
        try probe.expect(
            isSo, "each of 400 operations to run once, while the queue is suspended and resumed 200 times",
            observed: wrong.map { "operation \($0.label) ran \($0.startCount) times" }.inWords)
    }
}
