private import ConcurrencyPrimitives
private import Dispatch
import Operations

/// The dispatch queue that operations run on.
extension PropertyRules {
    /// What the queue holds when it is given another underlying queue, and has to stop.
    enum Held: String, CaseIterable {
        case executing, waiting
    }

    static let underlyingQueueRule = Rule(
        "10.4",
        """
        `underlyingQueue` is nil by default, can be set only while empty, and is then where operations run; at limit 1, \
        what is sent there while one executes runs before the next but one.
        """,
        level: .claimed, sources: [.documentation],
        needs: [.underlyingQueue, .misuseDetection, .concurrencyLimit],
        isolation: .trap, cases: Held.allCases.map(\.rawValue)
    ) { try await underlyingQueue($0, $1) }

    private static func underlyingQueue<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        // Kept by this: not every queue does.
        let key = DispatchSpecificKey<Bool>()
        let underlying = DispatchQueue(label: "underlying")
        underlying.setSpecific(key: key, value: true)
        defer { withExtendedLifetime(underlying) {} }
        let underlyings = try subject.underlying
        let found = Mutex<[String: Bool]>([:])

        try await RuleScenario.run(subject, probe) { scenario in
            /// An operation that looks whether it runs on the underlying queue.
            func looking(_ label: String) -> RuleScenario<Subject>.Member {
                scenario.operation(label) { _ in
                    let isThere = DispatchQueue.getSpecific(key: key) == true
                    found.withLock { $0[label] = isThere }
                }
            }
            func isThere(_ label: String) -> Bool { found.withLock { $0[label] ?? false } }

            let queue = await scenario.queue()
            let initial = underlyings.underlyingQueue(of: queue)
            try probe.expect(
                initial == nil, "`underlyingQueue` to be nil by default",
                observed: "it was '\(initial?.label ?? "")'")
            let alone = looking("A")
            scenario.add(alone, to: queue)
            try await scenario.expectRun(of: [alone], "in an idle queue")

            scenario.recorder.call("underlyingQueue = …") {
                underlyings.setUnderlyingQueue(underlying, of: queue)
            }
            let set = underlyings.underlyingQueue(of: queue)
            try probe.expect(
                set === underlying, "`underlyingQueue` to be what it was set to",
                observed: set == nil ? "it was nil" : "it was another")
            let several = (1...5).map { looking("B\($0)") }
            scenario.add(several, to: queue)
            try await scenario.expectRun(of: several, "in a queue with an underlying queue")
            let wrong = several.filter { !isThere($0.label) }
            try probe.expect(
                wrong.isEmpty, "\(several.labels()) to run on the underlying queue",
                observed: "\(wrong.labels()) did not")

            await scenario.setLimit(of: queue, to: 1)
            try await sharesUnderlyingQueue(scenario, queue, underlying)
            let weighed = ["E", "F"].map { looking($0) }
            if scenario.claims(.qualityOfService) && scenario.claims(.priorities) {
                // The worker that was started for E gets F first, which is of another quality of service.
                try scenario.setQuality(.utility, of: weighed[1])
                try scenario.setPriority(.high, of: weighed[1])
            }
            underlying.suspend()
            scenario.add(weighed, to: queue)
            underlying.resume()
            try await scenario.expectRun(of: weighed, "in a queue with an underlying queue")
            let elsewhere = weighed.filter { !isThere($0.label) }
            try probe.expect(
                elsewhere.isEmpty, "\(weighed.labels()) to run on the underlying queue",
                observed: "\(elsewhere.labels()) did not")

            scenario.recorder.call("underlyingQueue = nil") { underlyings.setUnderlyingQueue(nil, of: queue) }
            let after = looking("C")
            scenario.add(after, to: queue)
            try await scenario.expectRun(of: [after], "in a queue without an underlying queue")
            try probe.expect(
                !isThere("C"), "C not to run on what was the underlying queue before", observed: "it did")

            let held = scenario.held("D")
            if probe.caseName == Held.waiting.rawValue { await scenario.setLimit(of: queue, to: 0) }
            scenario.add(held, to: queue)
            try await probe.settle()
            try await probe.mustStop("setting `underlyingQueue` while an operation is \(probe.caseName)") {
                underlyings.setUnderlyingQueue(underlying, of: queue)
            }
        }
    }

    /// What is sent to the serial underlying queue of a queue of limit 1 while an operation executes comes before the next
    /// operation but one.
    private static func sharesUnderlyingQueue<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue, _ underlying: DispatchQueue
    ) async throws {
        let order = EventLog<String>()
        let operations = (1...5).map { number in
            scenario.operation("G\(number)") { _ in
                order.append("G\(number)")
                if number == 1 { underlying.async { order.append("other work") } }
            }
        }
        underlying.suspend()
        scenario.add(operations, to: queue)
        underlying.resume()
        try await scenario.expectRun(of: operations, "in a queue with an underlying queue")
        try scenario.probe.expect(
            order.entries.prefix(3).contains("other work"),
            "what G1 sends to the underlying queue to run there before G3",
            observed: "the order was \(order.entries.joined(separator: ", "))")
    }

    static let mainQueueAsUnderlyingRule = Rule(
        "10.5", "The main dispatch queue is refused as `underlyingQueue`.",
        level: .claimed, sources: [.documentation], needs: [.underlyingQueue, .misuseDetection],
        isolation: .trap
    ) { try await mainQueueAsUnderlying($0, $1) }

    private static func mainQueueAsUnderlying<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let (queue, underlyings) = (subject.makeQueue(), try subject.underlying)
        try await probe.mustStop("underlyingQueue = DispatchQueue.main") {
            underlyings.setUnderlyingQueue(.main, of: queue)
        }
    }

    static let formerUnderlyingQueueRule = Rule(
        "10.8", "After the underlying queue is changed, no operation runs on the former one.",
        level: .claimed, sources: [.own], needs: [.underlyingQueue], isolation: .ownProcess
    ) { try await formerUnderlyingQueue($0, $1) }

    /// Changes the underlying queue as soon as the queue is empty, when threads of the former one may still look for work.
    private static func formerUnderlyingQueue<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        // Kept by this: not every queue does.
        let key = DispatchSpecificKey<String>()
        let underlying = ["first", "second"].map { label in
            let queue = DispatchQueue(label: label, attributes: .concurrent)
            queue.setSpecific(key: key, value: label)
            return queue
        }
        defer { withExtendedLifetime(underlying) {} }
        let underlyings = try subject.underlying
        for limit in subject.claims(.concurrencyLimit) ? [1, -1] : [nil] as [Int?] {
            try await RuleScenario.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { scenario in
                let queue = await scenario.queue(limit: limit)
                let wrong = EventLog<String>()
                var added: [RuleScenario<Subject>.Member] = []
                var former: DispatchQueue?
                for (round, current) in (0..<15).flatMap({ _ in underlying + [nil] }).enumerated() {
                    scenario.recorder.call("underlyingQueue = \(current?.label ?? "nil")") {
                        underlyings.setUnderlyingQueue(current, of: queue)
                    }
                    let formerLabel = former?.label
                    let operations = ["A", "B"].map { letter in
                        scenario.operation("\(letter)\(round)") { _ in
                            // Nil is anywhere else.
                            if DispatchQueue.getSpecific(key: key) == formerLabel {
                                wrong.append("\(letter)\(round)")
                            }
                        }
                    }
                    if scenario.claims(.dependencies) { scenario.depend(operations[1], on: operations[0]) }
                    // The dependent first: what is added while its dependency ends is a matter of rule 3.3.
                    scenario.add(operations.reversed(), to: queue)
                    await probe.awaiting("the queue to be empty") {
                        await queue.waitUntilAllOperationsAreFinished()
                    }
                    added += operations
                    former = current
                }
                try await scenario.expectRun(of: added, "in a queue whose underlying queue changes")
                try probe.expect(
                    wrong.entries.isEmpty,
                    "no operation to run where the queue ran its operations before its underlying queue changed",
                    observed: "\(wrong.entries.inWords) did")
            }
        }
    }
}
