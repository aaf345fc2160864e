private import ConcurrencyPrimitives
import Operations

/// What a scenario expects, each once nothing in the process can go on without a further event, but for
/// ``started(_:)``.
extension RuleScenario {
    /// Returns as soon as the bodies, or the overridden starts, of all these have begun.
    ///
    /// Unlike ``expectStart(of:_:)`` it lets the check act while the queue is still at work on the start. A queue that
    /// never starts one hangs the check, which breaks the rule.
    func started(_ operations: Member...) async {
        for member in operations {
            guard let begun = member.begun else {
                fatalError("\(member.label) opens no latch when it begins, so nobody can wait for that.")
            }
            await probe.awaiting("\(member.label) to start") { await begun.wait() }
        }
    }

    /// Throws a violation if one of `bodies` has started.
    ///
    /// - Parameter circumstances: To be read after "A not to start".
    func expectNoStart(of bodies: [some ScenarioBody], _ circumstances: String) async throws {
        try await probe.settle()
        try probe.expectNoneStarted(of: bodies, circumstances)
    }

    /// Throws a violation unless each of `bodies` has started.
    ///
    /// - Parameter circumstances: To be read after "A to start".
    func expectStart(of bodies: [some ScenarioBody], _ circumstances: String) async throws {
        try await probe.expectStart(of: bodies, circumstances)
    }

    /// Throws a violation unless the body of each of `operations` has run once, to its end.
    ///
    /// - Parameter circumstances: To be read after "A to run once".
    func expectRun(of operations: [Member], _ circumstances: String) async throws {
        try await probe.expect(operations, "to run once", circumstances, \.ranOnce)
    }

    /// Throws a violation unless each of `operations` has run once, to its end, and has finished.
    ///
    /// - Parameter circumstances: To be read after "A to run once and to finish".
    func expectCompletion(of operations: [Member], _ circumstances: String) async throws {
        try await probe.expect(operations, "to run once and to finish", circumstances, \.isComplete)
    }

    /// Throws a violation unless each of `operations` has finished, whether or not its body ran.
    ///
    /// - Parameter circumstances: To be read after "A to finish".
    func expectFinish(of operations: [Member], _ circumstances: String) async throws {
        try await probe.expect(operations, "to finish", circumstances, \.operation.isFinished)
    }

    /// Throws a violation unless the body of `first` had ended when that of `second` began.
    ///
    /// - Parameter expected: What the rule asks for, to be read after "expected".
    func expectOrder(_ first: Member, before second: Member, expected: String) throws {
        guard let start = second.trace.startTime else { return }
        guard let end = first.trace.finishTime, first.trace.startCount == first.trace.finishCount else {
            throw probe.violation(
                expected,
                observed: "\(second.label) was started, while of \(first.label) it holds: \(first.runs)")
        }
        try probe.expect(
            end <= start, expected,
            observed: "\(second.label) began \(end - min(start, end)) ns before \(first.label) had ended")
    }
}
