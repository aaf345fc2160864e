internal import Operations

extension Stage {
    /// Returns when the bodies, or the replaced starts, of all these have begun.
    func begin(of operations: Traced...) async {
        for traced in operations {
            await probe.awaiting("\(traced.label) to start") { await traced.gate.began.wait() }
        }
    }

    /// Returns when nothing goes on by itself any more. For rules in a process of their own.
    func settle() async throws { try await probe.settle() }

    /// Throws a violation unless `condition` holds once nothing goes on by itself any more.
    func expectAtRest(
        _ expected: String, observed: () -> String, _ condition: () -> Bool
    ) async throws {
        let holds = try await probe.holdsAtRest(condition)
        try probe.expect(holds, expected, observed: observed() + ", and nothing goes on")
    }

    /// Throws a violation unless these finish without a further event.
    func expectFinish(_ operations: Traced..., expected: String) async throws {
        try await expectAtRest(expected, observed: { list(operations) { !$0.operation.isFinished } }) {
            operations.allSatisfy { $0.operation.isFinished }
        }
    }

    /// Throws a violation unless these run, once and whole, and finish without a further event.
    func expectRun(_ operations: Traced..., expected: String) async throws {
        try await expectAtRest(expected, observed: { list(operations) { !$0.ranWhole } }) {
            operations.allSatisfy(\.ranWhole)
        }
    }

    /// Throws a violation if the body of one of these has begun once nothing goes on by itself any more.
    func expectNoStart(of operations: Traced..., expected: String) async throws {
        try await settle()
        for traced in operations where traced.hasBegun {
            throw probe.violation(expected, observed: "\(traced.label) was started; \(traced.states)")
        }
    }

    /// Throws a violation unless the body of `first` had ended when that of `second` began.
    func expectOrder(_ first: Traced, before second: Traced, expected: String) throws {
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

    private func list(_ operations: [Traced], where isListed: (Traced) -> Bool) -> String {
        operations.filter(isListed).map(\.states).joined(separator: "; ")
    }
}
