internal import CPlatform
internal import Operations

/// How often, and from where, an operation is run: 1.5 and 1.16.
extension LifeCycleRules {
    static func mainAtMostOnce<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue(suspended: stage.can(.suspension))
        let dependency = stage.operation("the dependency")
        let operations = (0..<60).map { stage.operation("operation \($0)") }
        for (index, traced) in operations.enumerated() {
            // Whatever makes a queue look at a waiting operation again could make it start it again.
            if stage.can(.dependencies), index % 3 == 0 { stage.make(traced, dependOn: dependency) }
            stage.add(traced, to: queue)
            if stage.can(.priorities), index % 2 == 0,
                let high = Subject.Queue.Operation.QueuePriority(rawValue: QueuePriority.high.rawValue)
            {
                traced.operation.queuePriority = high
            }
            if stage.can(.cancellation), index % 5 == 4 { stage.cancel(traced) }
        }
        if stage.can(.concurrencyLimit) { await stage.setLimit(2, of: queue) }
        if stage.can(.suspension) {
            for suspended in [false, true, false] { await stage.setSuspended(suspended, queue) }
        }
        stage.add(dependency, to: queue)
        if stage.can(.concurrencyLimit) { await stage.setLimit(-1, of: queue) }
        try await stage.settle()
        let byHand = stage.operation("B, started by hand")
        try await stage.start(byHand)
        // Once more, by hand. What is not finished would be misuse to start.
        for traced in operations.prefix(6) + [byHand] where traced.operation.isFinished {
            try await stage.start(traced)
        }
        try await stage.settle()
        for traced in operations + [dependency, byHand] {
            try probe.expect(
                traced.trace.startCount <= 1, "the body of \(traced.label) runs at most once",
                observed: "\(traced.states)")
        }
    }

    static func neverInsideAdd<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let adder = AddingThread()
        let first = stage.operation("A") { _ in adder.note("A, added alone,") }
        let many = ["B", "C"].map { label in
            stage.operation(label) { _ in adder.note("\(label), added with others,") }
        }
        let byWorker = stage.operation("D") { _ in adder.note("D, added inside the body of E,") }
        let laneOfE = probe.lane("E")
        let worker = stage.operation("E") { _ in
            laneOfE.call("addOperation(D)") { adder.add { queue.addOperation(byWorker.operation) } }
        }
        let lane = probe.lane("adder")
        try await probe.onThread("calls that add to return") {
            lane.call("addOperation(A)") { adder.add { queue.addOperation(first.operation) } }
            lane.call("addOperations([B, C])") { adder.add { queue.addOperations(many.map(\.operation)) } }
            lane.call("addOperation(a block)") {
                adder.add { queue.addOperation { adder.note("a block, added alone,") } }
            }
        }
        if stage.can(.startOverrides) {
            let overridden = subject.makeStartOverride { _, control in
                adder.note("an operation with a replaced start, added alone,")
                control.announceExecuting()
                control.announceFinished()
            }
            try await probe.onThread("addOperation to return") {
                lane.call("addOperation(one with a replaced start)") {
                    adder.add { queue.addOperation(overridden) }
                }
            }
        }
        stage.add(worker, to: queue)
        await probe.awaiting("the queue to run everything") {
            await queue.waitUntilAllOperationsAreFinished()
        }
        if let label = adder.startedInside {
            throw probe.violation(
                "\(label) starts outside the call that adds it",
                observed: "it was started on the adding thread before the call had returned")
        }
    }
}
