private import ConcurrencyPrimitives
import Operations

/// The limit is used: as many execute at once as may.
extension LimitRules {
    private static var processors: Int { ProcessorCount.available }

    static func byDefault<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await Setup.run(subject, probe) { setup in
            let queue = await setup.queue(isAsMade: true)
            let limit = await queue.maxConcurrentOperationCount
            try probe.expect(limit == -1, "the limit of a new queue to be −1", observed: "it is \(limit)")
            let operations = (1...processors).map { setup.held("\($0)") }
            for operation in operations { setup.add(operation, to: queue) }
            try await setup.expectStart(
                of: operations, "and execute at once by default, as there are \(processors) processors")
        }
    }

    static func raising<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let processors = processors
        // From, to, and how many more have to start at least.
        for (low, high, more) in [(0, 2, 2), (1, 2, 1), (1, -1, min(2, processors - 1))] {
            try await Setup.run(subject, probe, part: "limit \(low), then \(high)") { setup in
                let queue = await setup.queue(limit: low)
                let executing = (0..<low).map { setup.held("executing \($0 + 1)") }
                let waiting = (0..<2).map { setup.held("waiting \($0 + 1)") }
                for operation in executing + waiting { setup.add(operation, to: queue) }
                try await setup.expectStart(of: executing, "at limit \(low)")
                await setup.setLimit(of: queue, to: high)
                func started() -> Int { waiting.count(where: \.hasStarted) }
                try probe.expect(
                    try await probe.holdsAtRest { started() >= more },
                    "\(more) of the waiting operations to start when the limit is raised from \(low) to \(high)",
                    observed: "\(started()) had started when the process had come to rest")
            }
        }
    }

    static func overlap<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await Setup.run(subject, probe, part: "sync") { setup in
            let queue = await setup.queue(limit: 2)
            let operations = ["A", "B"].map { setup.held($0) }
            setup.add(operations[0], operations[1], to: queue)
            try await setup.expectStart(of: operations, "and meet in their bodies at limit 2")
        }
        guard subject.makeQueue().capabilities.contains(.asyncBodies) else { return }
        try await Setup.run(subject, probe, part: "async") { setup in
            let queue = await setup.queue(limit: 8)
            let operations = (1...8).map { setup.heldAsync("\($0)") }
            for operation in operations { setup.add(operation, to: queue) }
            try await setup.expectStart(of: operations, "and meet in their async bodies at limit 8")
        }
    }

    static func noIdleSlot<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let processors = processors
        for limit in [1, 4, -1] {
            let slots = limit == -1 ? processors : limit
            try await Setup.run(subject, probe, part: "limit \(limit)") { setup in
                // As one event, and one by one: each start must find the next slot.
                for isOneEvent in [true, false] {
                    let queue = await setup.queue(limit: limit)
                    let operations = (0..<slots + 2).map { setup.held("\($0 + 1)") }
                    if isOneEvent {
                        setup.add(operations, to: queue)
                    } else {
                        for operation in operations { setup.add(operation, to: queue) }
                    }
                    var ended = 0
                    func started() -> Int { operations.count(where: \.hasStarted) }
                    while ended < operations.count {
                        let wanted = min(ended + slots, operations.count)
                        try probe.expect(
                            try await probe.holdsAtRest { started() >= wanted },
                            "\(wanted - ended) of \(operations.labels()) to execute, \(ended) having ended before",
                            observed: "\(started() - ended) did, with a slot free and an operation ready")
                        operations.first(where: \.isInBody)?.gate.open()
                        ended += 1
                    }
                }
                try await releasedTogether(setup, limit: limit, count: slots)
                try await chain(setup, limit: limit)
            }
        }
    }

    /// One finish, in another queue, makes several ready.
    private static func releasedTogether<Subject: ConformanceSubject>(
        _ setup: Setup<Subject>, limit: Int, count: Int
    ) async throws {
        guard setup.claims(.dependencies) else { return }
        let (queue, elsewhere) = (await setup.queue(limit: limit), await setup.queue())
        let dependency = setup.held("D")
        let dependents = (1...count).map { setup.held("dependent \($0)") }
        for dependent in dependents { setup.depend(dependent, on: dependency) }
        setup.add(dependency, to: elsewhere)
        setup.add(dependents, to: queue)
        try await setup.expectStart(of: [dependency], "alone in an idle queue")
        dependency.gate.open()
        try await setup.expectStart(
            of: dependents, "after D, in another queue, which they wait for, has finished")
    }

    /// Each operation is added while the one before it is about to leave.
    private static func chain<Subject: ConformanceSubject>(
        _ setup: Setup<Subject>, limit: Int
    ) async throws {
        let queue = await setup.queue(limit: limit)
        let subject = setup.subject
        let count = 90
        let reached = OverlapMeter()
        let links = (0..<count).map { setup.gate("link \($0)") }
        ScenarioThread.start {
            for link in links {
                queue.addOperation(
                    subject.makeOperation { _ in
                        reached.run()
                        link.open()
                    })
                link.waitBlocking()
            }
        }
        try await setup.probe.expect(
            setup.probe.holdsAtRest { reached.count == count },
            "\(count) operations to run, each added as the body of the one before ends",
            observed: "\(reached.count) ran; the next one never started, though ready and alone in the queue")
    }
}
