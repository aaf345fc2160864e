internal import CPlatform
internal import Operations

/// How often, and from where, an operation is run: 1.5 and 1.16.
extension LifeCycleRules {
    static let mainAtMostOnceRule = Rule(
        "1.5", "`main` runs at most once.", sources: [.documentation], testedCode: .operation,
        needs: [.lifeCycle],
        isolation: .ownProcess
    ) { try await mainAtMostOnce($0, $1) }

    private static func mainAtMostOnce<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(suspended: scenario.claims(.suspension))
            let dependency = scenario.operation("the dependency")
            let operations = (0..<60).map { scenario.operation("operation \($0)") }
            for (index, member) in operations.enumerated() {
                // Whatever makes a queue look at a waiting operation again could make it start it again.
                if scenario.claims(.dependencies), index % 3 == 0 { scenario.depend(member, on: dependency) }
                scenario.add(member, to: queue)
                if scenario.claims(.priorities), index % 2 == 0,
                    let high = Subject.Queue.Operation.QueuePriority(rawValue: QueuePriority.high.rawValue)
                {
                    member.operation.queuePriority = high
                }
                if scenario.claims(.cancellation), index % 5 == 4 { scenario.cancel(member) }
            }
            if scenario.claims(.concurrencyLimit) { await scenario.setLimit(of: queue, to: 2) }
            if scenario.claims(.suspension) {
                for suspended in [false, true, false] { await scenario.setSuspended(queue, suspended) }
            }
            scenario.add(dependency, to: queue)
            if scenario.claims(.concurrencyLimit) { await scenario.setLimit(of: queue, to: -1) }
            try await scenario.probe.settle()
            let byHand = scenario.operation("B, started by hand")
            try await scenario.start(byHand)
            // Once more, by hand. What is not finished would be misuse to start.
            for member in operations.prefix(6) + [byHand] where member.operation.isFinished {
                try await scenario.start(member)
            }
            try await scenario.probe.settle()
            for member in operations + [dependency, byHand] {
                try probe.expect(
                    member.trace.startCount <= 1, "the body of \(member.label) runs at most once",
                    observed: "\(member.state)")
            }
        }
    }

    static let neverInsideAddRule = Rule(
        "1.16", "A queue never runs `start` inside the call that adds.", sources: [.articles]
    ) {
        try await neverInsideAdd($0, $1)
    }

    private static func neverInsideAdd<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let adder = AddingThread()
            let first = scenario.operation("A") { _ in adder.note("A, added alone,") }
            let many = ["B", "C"].map { label in
                scenario.operation(label) { _ in adder.note("\(label), added with others,") }
            }
            let byWorker = scenario.operation("D") { _ in adder.note("D, added inside the body of E,") }
            let recorderOfE = probe.recorder("E")
            let worker = scenario.operation("E") { _ in
                recorderOfE.call("addOperation(D)") { adder.add { queue.addOperation(byWorker.operation) } }
            }
            let recorder = probe.recorder("adder")
            let batching = scenario.claims(.batches) ? try queue.batching : nil
            try await probe.onThread("calls that add to return") {
                recorder.call("addOperation(A)") { adder.add { queue.addOperation(first.operation) } }
                if let batching {
                    recorder.call("addOperations([B, C])") {
                        adder.add { batching.addOperations(many.map(\.operation)) }
                    }
                }
                recorder.call("addOperation(a block)") {
                    adder.add { queue.addOperation { adder.note("a block, added alone,") } }
                }
            }
            if scenario.claims(.startOverrides) {
                let overridden = try subject.makeStartOverride { _, control in
                    adder.note("an operation with a replaced start, added alone,")
                    control.announceExecuting()
                    control.announceFinished()
                }
                try await probe.onThread("addOperation to return") {
                    recorder.call("addOperation(one with a replaced start)") {
                        adder.add { queue.addOperation(overridden) }
                    }
                }
            }
            scenario.add(worker, to: queue)
            await probe.awaiting("the queue to run everything") {
                await queue.waitUntilAllOperationsAreFinished()
            }
            let startedInside = adder.startedInside
            try probe.expect(
                startedInside == nil, "\(startedInside ?? "each") starts outside the call that adds it",
                observed: "it was started on the adding thread before the call had returned")
        }
    }
}
