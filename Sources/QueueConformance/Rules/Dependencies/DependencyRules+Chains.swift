internal import CPlatform
internal import ConcurrencyPrimitives
internal import Operations

/// Long chains: 3.13 and 3.15.
extension DependencyRules {
    // MARK: Released

    /// Recursion of that depth takes more than the 8 MB that a thread's stack has, also where a level takes 48 bytes;
    /// building a million operations takes seconds in a debug build.
    private static let lengthToRelease = 200_000

    private final class Body: Sendable {}
    static let longChainIsReleasedRule = Rule(
        "3.13",
        "A chain of 1,000,000 operations that never ran is released without exhausting the stack.",
        sources: [.own], testedCode: .operation, needs: [.lifeCycle, .dependencies], isolation: .ownProcess
    ) { try await longChainIsReleased($0, $1) }

    private static func longChainIsReleased<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let length = lengthToRelease
        let isReleased = try await probe.onThread("a chain of \(length) operations to be released") {
            weak var heldByBodies: Body?
            do {
                let body = Body()
                heldByBodies = body
                var last = subject.makeOperation { _ in withExtendedLifetime(body) {} }
                for _ in 1..<length {
                    let next = subject.makeOperation { _ in withExtendedLifetime(body) {} }
                    next.addDependency(last)
                    last = next
                }
            }
            return heldByBodies == nil
        }
        try probe.expect(
            isReleased, "all operations of a chain are released when nobody holds its end",
            observed: "the body of one was still held when the chain had been let go")
    }

    // MARK: Linear

    private static let lengths = (short: 125, long: 1_000)
    static let chainIsLinearRule = Rule(
        "3.15",
        "A chain runs in time linear in its length (judged on growth over small sizes).",
        sources: [.own], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
    ) { try await chainIsLinear($0, $1) }

    /// In the middle between a linear and a quadratic cost.
    private static let thresholds = 1.5...1.5

    /// By processor time, which doesn't pass while a busy machine holds the process back.
    ///
    /// Exponents, alone and with five busy loops beside it: 0.74 to 0.86 in 12 processes of two queues whose chains are linear, 1.95
    /// to 1.99 in four of one where they are quadratic.
    private static func chainIsLinear<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        probe.bindProcess()
        try await RuleScenario.run(subject, probe) { scenario in
            let growth = try await Growth(from: lengths.short, to: lengths.long, against: thresholds) {
                try await runChain(of: $0, scenario)
            }
            guard let side = growth.side(of: thresholds) else {
                throw Undecided(
                    "the time of a chain grows as its length to the power of \(growth), which is neither "
                        + "clearly nearer to 1 nor to 2")
            }
            try probe.expect(
                side == .below, "the time of a chain to grow as its length, to the power of 1",
                observed: "it grows as its length to the power of \(growth)")
        }
    }

    /// Nanoseconds of processor time from when the first of a chain is let go to the end of the last.
    private static func runChain<Subject: ConformanceSubject>(
        of length: Int, _ scenario: RuleScenario<Subject>
    ) async throws -> UInt64 {
        let queue = scenario.subject.makeQueue()
        let release = Latch("the first of a chain of \(length) may end")
        let ran = RelaxedCounter()
        var operations = [
            scenario.subject.makeOperation { _ in
                release.waitBlocking()
                ran.increment()
            }
        ]
        for _ in 1..<length {
            let next = scenario.subject.makeOperation { _ in ran.increment() }
            next.addDependency(operations[operations.count - 1])
            operations.append(next)
        }
        queue.addTogether(operations)
        try await scenario.probe.settle()
        let begin = oplab_process_cpu_nanoseconds()
        release.open()
        await scenario.probe.awaiting("a chain of \(length) operations to run") {
            await queue.waitUntilAllOperationsAreFinished()
        }
        let time = oplab_process_cpu_nanoseconds() - begin
        guard ran.value == length else {
            throw Undecided(
                "\(ran.value) of a chain of \(length) operations had run when the queue said all had")
        }
        return time
    }
}
