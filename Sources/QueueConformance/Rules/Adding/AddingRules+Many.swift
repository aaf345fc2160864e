private import ConcurrencyPrimitives
import Operations

/// Adding several at once, and what the queue lists.
extension AddingRules {
    enum InvalidMember: String, CaseIterable {
        case queued
        case executing
        case finished
        case twice = "twice in the array"
    }

    static func invalidMember<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        guard let kind = InvalidMember(rawValue: probe.caseName) else {
            fatalError("There is no case \(probe.caseName).")
        }
        try await Setup.run(subject, probe) { setup in
            // Enough slots for all to start.
            let queue = await setup.queue(limit: setup.claims(.concurrencyLimit) ? 8 : nil)
            let valid = ["A", "B"].map { setup.operation($0) }
            let invalid = kind == .executing ? setup.held("C") : setup.operation("C")
            // What it waits for is in no queue, and so never finished.
            if kind == .queued { setup.depend(invalid, on: setup.operation("never started")) }
            if kind != .twice {
                setup.add(invalid, to: queue)
                try await probe.settle()
            }
            let array = kind == .twice ? valid + [valid[0]] : valid + [invalid]
            let (operations, lane) = (array.map(\.operation), probe.lane("adder"))
            let call = "addOperations([\(array.map(\.label).joined(separator: ", "))])"
            try await probe.mustStop("\(call), the last of which is \(kind.rawValue),") {
                let started = valid.filter(\.hasStarted)
                try probe.expect(
                    started.isEmpty, "\(call) to stop before any of them starts",
                    observed: "it stopped, and \(started.labels()) had been started")
            } _: {
                lane.call(call) { queue.addOperations(operations) }
            }
        }
    }

    static func addingAndWaiting<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await Setup.run(subject, probe) { setup in
            let hasLimit = setup.claims(.concurrencyLimit)
            let queue = await setup.queue(limit: hasLimit ? 4 : nil)
            // Neither what was there before nor what comes meanwhile is waited for.
            let (earlier, later) = (setup.held("earlier"), setup.held("later"))
            if hasLimit { setup.add(earlier, to: queue) }
            let (a, b) = (setup.held("A"), setup.held("B"))
            let returned = Latch("addOperations([A, B], waitUntilFinished: true)")
            let lane = probe.lane("task")
            startTask {
                await lane.call(returned.name) {
                    await queue.addOperations([a.operation, b.operation], waitUntilFinished: true)
                }
                returned.open()
            }
            try await setup.expectStart(of: [a], "in a queue with free slots")
            setup.add(later, to: queue)
            func expectWaiting(_ circumstances: String) async throws {
                try await probe.settle()
                try probe.expect(
                    !returned.isOpen, "\(returned.name) not to return \(circumstances)",
                    observed: "it had returned")
            }
            try await expectWaiting("while A and B execute")
            a.gate.open()
            try await expectWaiting("when A has finished, and B has not")
            b.gate.open()
            try probe.expect(
                try await probe.holdsAtRest { returned.isOpen },
                "\(returned.name) to return when A and B have finished, though others have not",
                observed: "it had not returned when the process had come to rest")

            for other in [earlier, later] { other.gate.open() }
            try await probe.mustReturn("addOperations([], waitUntilFinished: true)") {
                await queue.addOperations([], waitUntilFinished: true)
            }
            guard setup.claims(.cancellation) else { return }
            let cancelled = setup.operation("cancelled").operation
            cancelled.cancel()
            try await probe.mustReturn("addOperations([one that is cancelled], waitUntilFinished: true)") {
                await queue.addOperations([cancelled], waitUntilFinished: true)
            }
        }
    }

    static func listing<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let hasLimit = subject.makeQueue().capabilities.contains(.concurrencyLimit)
        for limit in hasLimit ? [1, 2] : [nil] as [Int?] {
            try await Setup.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { setup in
                let queue = await setup.queue(limit: limit)
                let operations = ["A", "B", "C", "D", "E"].map { setup.held($0) }
                if setup.claims(.priorities) {
                    try setup.setPriority(.veryLow, of: operations[1])
                    try setup.setPriority(.veryHigh, of: operations[3])
                }
                var added = 1
                func expectList(_ circumstances: String) async throws {
                    try await probe.settle()
                    let (listed, count) = (await queue.operations, await queue.operationCount)
                    let left = operations.prefix(added).filter { !$0.operation.isFinished }
                    func names(_ found: [Setup<Subject>.Operation]) -> String {
                        found.map { operation in
                            operations.first { $0.operation == operation }?.label ?? "a stranger"
                        }.inWords
                    }
                    try probe.expect(
                        listed == left.map(\.operation) && count == left.count,
                        "\(left.labels()) to be listed, in the order of adding, and a count of \(left.count), "
                            + circumstances,
                        observed: "\(names(listed)) listed, and a count of \(count)")
                }
                setup.add(operations[0], to: queue)
                try await setup.expectStart(of: [operations[0]], "in an idle queue")
                try await expectList("while A executes")
                // One by one and together.
                setup.add(operations[1], to: queue)
                setup.add(Array(operations[2...]), to: queue)
                added = operations.count
                try await expectList("all having been added")
                for ended in 1...operations.count {
                    operations.first(where: \.isInBody)?.gate.open()
                    try await expectList("the bodies of \(ended) having been let go")
                }
            }
        }
    }
}
