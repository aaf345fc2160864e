private import ConcurrencyPrimitives
import Operations

extension Setup {
    /// Waits for rest and throws a violation if one of `operations` has started.
    func expectNoStart(of operations: [Watched], _ circumstances: String) async throws {
        try await probe.settle()
        let started = operations.filter(\.hasStarted)
        try probe.expect(
            started.isEmpty, "\(operations.labels()) not to start \(circumstances)",
            observed: "\(started.labels()) started")
    }

    /// Waits for rest and throws a violation unless each of `operations` has started.
    func expectStart(of operations: [Watched], _ circumstances: String) async throws {
        let isSo = try await probe.holdsAtRest { operations.allSatisfy(\.hasStarted) }
        let missing = operations.filter { !$0.hasStarted }
        try probe.expect(
            isSo, "\(operations.labels()) to start \(circumstances)",
            observed: "\(missing.labels()) had not started when the process had come to rest")
    }

    /// Waits for rest and throws a violation unless each of `operations` has run once.
    func expectRun(of operations: [Watched], _ circumstances: String) async throws {
        let isSo = try await probe.holdsAtRest { operations.allSatisfy(\.ranOnce) }
        let wrong = operations.filter { !$0.ranOnce }
        try probe.expect(
            isSo, "\(operations.labels()) to run once \(circumstances)",
            observed: "\(wrong.map(\.state).inWords) when the process had come to rest")
    }
}

extension Probe {
    /// Whether `condition` holds once nothing in the process can go on.
    ///
    /// If it doesn't when the process first comes to rest, it gets another chance: Dispatch looks once a second
    /// for blocked threads that it should replace, and held bodies block some.
    func holdsAtRest(_ condition: () -> Bool) async throws -> Bool {
        try await settle()
        if condition() { return true }
        try await ProcessQuiescence.shared.hangs()
        return condition()
    }

    /// Waits for rest, and throws a violation if the process uses `nanoseconds` of processor time and still
    /// isn't at rest.
    ///
    /// - Parameter expected: What the rule asks for, to be read after "expected".
    func settle(within nanoseconds: UInt64, orElse expected: String) async throws {
        let isAtRest = try await ProcessQuiescence.shared.reached(within: nanoseconds)
        try expect(
            isAtRest, expected,
            observed: "it went on using the processor, for \(nanoseconds / 1_000_000) ms and more")
    }

    /// Makes a call on a thread of its own, and throws a violation if it hasn't returned when nothing in the
    /// process can go on.
    ///
    /// - Parameter call: The call as it reads in code.
    func mustReturn(_ call: String, _ body: @escaping @Sendable () -> Void) async throws {
        let returned = Latch(call)
        let lane = lane("thread")
        ScenarioThread.start {
            lane.call(call, body)
            returned.open()
        }
        try await expectReturned(returned)
    }

    /// Makes a call in a task of its own, and throws a violation if it hasn't returned when nothing in the
    /// process can go on.
    func mustReturn(_ call: String, awaiting body: @escaping @Sendable () async -> Void) async throws {
        let returned = Latch(call)
        let lane = lane("task")
        startTask {
            await lane.call(call, body)
            returned.open()
        }
        try await expectReturned(returned)
    }

    private func expectReturned(_ returned: Latch) async throws {
        try expect(
            try await holdsAtRest { returned.isOpen }, "\(returned.name) to return",
            observed: "it had not returned when the process had come to rest")
    }
}
