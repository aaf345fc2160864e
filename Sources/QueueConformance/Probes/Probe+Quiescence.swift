private import ConcurrencyPrimitives
private import Quiescence

extension Probe {
    /// Whether `condition` holds once nothing in the process can go on.
    ///
    /// If it doesn't when the process is first quiescent, it gets another chance: Dispatch looks once a second
    /// for blocked threads that it should replace, and held bodies block some.
    func holdsWhenQuiescent(_ condition: () -> Bool) async throws -> Bool {
        try await settle()
        if condition() { return true }
        try await settleForGood()
        return condition()
    }

    /// Throws a violation unless `condition` holds once nothing in the process can go on.
    ///
    /// - Parameters:
    ///   - expected: What the rule asks for, to be read after "expected".
    ///   - observed: What was there, to be read after "observed".
    func expectWhenQuiescent(
        _ expected: @autoclosure () -> String, observed: @autoclosure () -> String, _ condition: () -> Bool
    ) async throws {
        let holds = try await holdsWhenQuiescent(condition)
        try expect(holds, expected(), observed: "\(observed()), when the process was quiescent")
    }

    /// Waits until the process is quiescent, and throws a violation if it uses `nanoseconds` of processor time and
    /// still isn't.
    ///
    /// - Parameter expected: What the rule asks for, to be read after "expected".
    func settle(within nanoseconds: UInt64, orElse expected: String) async throws {
        let isQuiescent = try await ProcessQuiescence.shared.reached(within: nanoseconds)
        if isQuiescent, settlingTime != nil { try await settle() }
        try expect(
            isQuiescent, expected,
            observed: "it went on using the processor, for \(nanoseconds / 1_000_000) ms and more")
    }

    /// Makes a call on a thread of its own, and throws a violation if it hasn't returned when nothing in the
    /// process can go on.
    ///
    /// - Parameter call: The call as it reads in code.
    func mustReturn(_ call: String, _ body: @escaping @Sendable () -> Void) async throws {
        let returned = Latch(call)
        let recorder = recorder("thread")
        SystemThread.start {
            recorder.call(call, body)
            returned.open()
        }
        try await expectReturned(returned)
    }

    /// Makes a call in a task of its own, and throws a violation if it hasn't returned when nothing in the
    /// process can go on.
    func mustReturn(_ call: String, awaiting body: @escaping @Sendable () async -> Void) async throws {
        let returned = Latch(call)
        let recorder = recorder("task")
        startTask {
            await recorder.call(call, body)
            returned.open()
        }
        try await expectReturned(returned)
    }

    private func expectReturned(_ returned: Latch) async throws {
        try expect(
            try await holdsWhenQuiescent { returned.isOpen }, "\(returned.name) to return",
            observed: "it had not returned when the process was quiescent")
    }
}
