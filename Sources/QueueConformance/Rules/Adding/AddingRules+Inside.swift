import Operations

/// Operations that add operations.
extension AddingRules {
    static func addingFromInside<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let hasLimit = subject.makeQueue().capabilities.contains(.concurrencyLimit)
        for limit in hasLimit ? [1, -1] : [nil] as [Int?] {
            try await Setup.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { setup in
                let queue = await setup.queue(limit: limit)
                let added = ["B", "C", "D"].map { setup.operation($0) }
                let block = probe.trace("a block")
                let lane = probe.lane("A")
                let (single, several) = (added[0].operation, added[1...].map(\.operation))
                let a = setup.operation("A") { _ in
                    lane.call("addOperation(B)") { queue.addOperation(single) }
                    lane.call("addOperations([C, D])") { queue.addOperations(several) }
                    lane.call("addOperation { … }") { queue.addOperation { block.run {} } }
                }
                setup.add(a, to: queue)
                try await setup.expectRun(of: [a] + added, "A having added the others")
                try probe.expect(
                    block.startCount == 1 && block.finishCount == 1, "the block that A added to run once",
                    observed: "it ran \(block.startCount) times")
                if setup.claims(.asyncBodies) { try await addFromTask(setup, queue) }
                try await chain(setup, queue)
            }
        }
    }

    private static func addFromTask<Subject: ConformanceSubject>(
        _ setup: Setup<Subject>, _ queue: Subject.Queue
    ) async throws {
        let added = setup.operation("added by an async body")
        let (operation, trace, gate) = (added.operation, setup.trace("async"), setup.gate("async"))
        let adding = setup.subject.makeAsyncOperation { _ in
            trace.begin()
            queue.addOperation(operation)
            trace.end()
        }
        let watched = setup.register(adding, trace, gate)
        setup.add(watched, to: queue)
        try await setup.expectRun(of: [watched, added], "in a queue that the async one adds the other to")
    }

    /// Each is added by the one before it, which then ends.
    private static func chain<Subject: ConformanceSubject>(
        _ setup: Setup<Subject>, _ queue: Subject.Queue
    ) async throws {
        let length = 50
        let (subject, reached) = (setup.subject, OverlapMeter())
        @Sendable func add(_ left: Int) {
            if left == 0 { return }
            queue.addOperation(
                subject.makeOperation { _ in
                    reached.run()
                    add(left - 1)
                })
        }
        add(length)
        try setup.probe.expect(
            try await setup.probe.holdsAtRest { reached.count == length },
            "\(length) operations to run, each added by the one before",
            observed: "\(reached.count) ran")
    }
}
