internal import ConcurrencyPrimitives
internal import Dispatch
import Operations

/// The limit is never exceeded.
extension LimitRules {
    static let neverMoreRule = Rule(
        "6.1",
        "Never more than `maxConcurrentOperationCount` operations execute (counted inside bodies).",
        sources: [.documentation, .articles], needs: [.concurrencyLimit], isolation: .ownProcess
    ) { try await neverMore($0, $1) }

    private static func neverMore<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await expectLimits(subject, probe)
    }

    static let onUnderlyingQueueRule = Rule(
        "6.14", "The limit holds on a concurrent underlying queue as well.",
        level: .claimed, sources: [.documentation], needs: [.concurrencyLimit, .underlyingQueue],
        isolation: .ownProcess, takesSeconds: true
    ) { try await onUnderlyingQueue($0, $1) }

    private static func onUnderlyingQueue<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        // Kept by this: not every queue does.
        let dispatchQueue = DispatchQueue(label: "underlying", attributes: .concurrent)
        try await expectLimits(subject, probe, on: dispatchQueue)
        withExtendedLifetime(dispatchQueue) {}
    }

    /// Throws a violation if a limit is exceeded.
    private static func expectLimits<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe, on underlying: DispatchQueue? = nil
    ) async throws {
        for limit in 1...3 {
            try await RuleScenario.run(subject, probe, part: "limit \(limit)") { scenario in
                let queue = await scenario.queue(limit: limit)
                if let underlying { try subject.underlying.setUnderlyingQueue(underlying, of: queue) }
                let operations = (1...limit + 3).map { scenario.held("\($0)") }
                scenario.add(operations, to: queue)
                // Dispatch runs more than there are processors only when it has seen that some are blocked. That takes seconds,
                // so once is enough.
                if underlying != nil, limit == 3 { try await probe.settleForGood() }
                // When the process is quiescent, the most that this queue ever runs at once do so. One leaves, and so on.
                while true {
                    try await probe.settle()
                    let executing = operations.filter(\.isInBody)
                    try probe.expect(
                        executing.count <= limit, "at most \(limit) operations to execute at once",
                        observed: "\(executing.labels()) did")
                    guard let next = executing.first else { break }
                    next.release()
                }
            }
        }
        try await crowd(subject, probe, limit: 2, on: underlying, of: { _ in })
    }

    static let serialRule = Rule(
        "6.8",
        "A limit of 1 makes the queue serial: no two overlap, and each sees the effects of the one before (the "
            + "latter under ThreadSanitizer or in an instrumented exploration).",
        sources: [.articles], needs: [.oneAtATime], isolation: .ownProcess, cases: ["", "effects"],
        sanitizer: .part
    ) { try await $1.caseName.isEmpty ? serial($0, $1) : effectsAreVisible($0, $1) }

    private static func serial<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let kinds = subject.claims(.asyncBodies) ? ["sync", "async"] : ["sync"]
        for kind in kinds {
            try await RuleScenario.run(subject, probe, part: kind) { scenario in
                let queue = await scenario.queue(limit: 1)
                let operations = try (1...4).map {
                    kind == "sync" ? scenario.held("\($0)") : try scenario.heldAsync("\($0)")
                }
                scenario.add(operations, to: queue)
                while true {
                    try await probe.settle()
                    let executing = operations.filter(\.isInBody)
                    try probe.expect(
                        executing.count <= 1, "no two operations to overlap at limit 1",
                        observed: "\(executing.labels()) did")
                    guard let next = executing.first else { break }
                    next.release()
                }
            }
        }
        // Where two overlap, one of their additions may be lost.
        let count = RelaxedCounter()
        let runs = try await crowd(subject, probe, limit: 1, of: { _ in count.set(count.value + 1) })
        try probe.expect(
            count.value == runs,
            "each operation to count on from the one before it, so \(runs) at the end",
            observed: "the count was \(count.value)")
    }

    /// Adds 400 operations from four threads, and throws a violation if more than `limit` overlapped.
    ///
    /// - Parameters:
    ///   - limit: The limit of the queue.
    ///   - underlying: The dispatch queue that they run on; nil for wherever the queue runs them by itself.
    ///   - body: The work of each operation.
    /// - Returns: How many ran.
    @discardableResult
    static func crowd<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe, limit: Int,
        on underlying: DispatchQueue? = nil,
        of body: @escaping @Sendable (Subject.Operation) -> Void
    ) async throws -> Int {
        let queue = subject.makeQueue()
        if let underlying { try subject.underlying.setUnderlyingQueue(underlying, of: queue) }
        // Without a limit to set, the queue runs one at a time.
        if limit > 1 || subject.claims(.concurrencyLimit) {
            let limited = try queue.limited
            limited.setMaxConcurrentOperationCount(limit)
            _ = await limited.maxConcurrentOperationCount
        }
        let meter = OverlapMeter()
        probe.forgetHistory()
        for thread in 1...4 {
            let recorder = probe.recorder("adder \(thread)")
            // Made here, since making a trace orders those who do.
            let traces = (1...100).map { probe.trace("\(thread).\($0)") }
            SystemThread.start {
                for trace in traces {
                    let operation = subject.makeOperation { operation in
                        meter.run { trace.run { body(operation) } }
                    }
                    recorder.call("addOperation(\(trace.label))") { queue.addOperation(operation) }
                }
            }
        }
        try await probe.settle()
        try probe.expect(
            meter.maximum <= limit,
            "at most \(limit) of 400 operations, added by four threads, to execute at once",
            observed: "\(meter.maximum) did")
        return meter.count
    }

    static let zeroRule = Rule(
        "6.5", "A limit of 0 starts nothing until raised.",
        sources: [.tests], needs: [.concurrencyLimit], isolation: .ownProcess
    ) { try await zero($0, $1) }

    private static func zero<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: 0)
            let operations = ["A", "B"].map { scenario.operation($0) }
            scenario.add(operations[0], operations[1], to: queue)
            try await scenario.expectNoStart(of: operations, "at limit 0")
            await scenario.setLimit(of: queue, to: 1)
            try await scenario.expectRun(of: operations, "after the limit was raised from 0 to 1")

            await scenario.setLimit(of: queue, to: 0)
            let later = scenario.operation("C")
            scenario.add(later, to: queue)
            try await scenario.expectNoStart(
                of: [later], "after the limit of a queue that had run some was set to 0")
        }
    }

    static let negativeLimits = ["limit -2": -2, "limit Int.min": Int.min]
    static let negativeRule = Rule(
        "6.6", "Any other negative limit stops with an error.",
        sources: [.tests], needs: [.concurrencyLimit, .misuseDetection], isolation: .trap,
        cases: negativeLimits.keys.sorted()
    ) { try await negative($0, $1) }

    private static func negative<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        guard let limit = negativeLimits[probe.caseName] else { fatalError("There is no \(probe.caseName).") }
        let queue = subject.makeQueue()
        let limited = try queue.limited
        try await probe.mustStop("setMaxConcurrentOperationCount(\(limit))") {
            limited.setMaxConcurrentOperationCount(limit)
        }
    }

    static let loweringRule = Rule(
        "6.4", "Lowering the limit spares what executes; the new limit holds from the next start.",
        sources: [.documentation], needs: [.concurrencyLimit, .lifeCycle], isolation: .ownProcess
    ) { try await lowering($0, $1) }

    private static func lowering<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: 3)
            let operations = ["A", "B", "C", "D", "E", "F"].map { scenario.held($0) }
            scenario.add(operations, to: queue)
            // How many really execute before the limit is lowered is no matter of this rule. But if fewer do, the
            // queue may have given a slot to another, which has no thread yet.
            _ = try await probe.holdsWhenQuiescent { operations.count(where: \.isInBody) == 3 }
            let executing = operations.filter(\.isInBody)
            let waiting = operations.filter { !$0.hasStarted }
            await scenario.setLimit(of: queue, to: 1)
            try await probe.settle()
            let disturbed = executing.filter {
                !$0.isInBody || !$0.operation.isExecuting || $0.operation.isCancelled
            }
            try probe.expect(
                disturbed.isEmpty,
                "\(executing.labels()) to go on executing, and not to be cancelled, when the limit is lowered to 1",
                observed: "\(disturbed.labels()) did not")

            for (index, operation) in executing.enumerated() {
                operation.release()
                try await probe.settle()
                let left = executing.count - 1 - index
                let started = waiting.filter(\.hasStarted)
                try probe.expect(
                    started.count <= (left == 0 ? 1 : 0),
                    left == 0
                        ? "at most one of \(waiting.labels()) to start at limit 1"
                        : "none of \(waiting.labels()) to start at limit 1 while \(left) that started earlier "
                            + "still execute",
                    observed: "\(started.labels()) started")
            }
        }
        if subject.claims(.startOverrides) {
            try await changing(subject, probe, part: "overridden start") { try $0.overridden($1) }
        }
        if subject.claims(.asyncBodies) {
            try await changing(subject, probe, part: "async bodies") { try $0.heldAsync($1) }
        }
    }
}
