private import ConcurrencyPrimitives
internal import QueueConformance
internal import QueueFuzzing

extension FuzzSession {
    /// How often a smaller program is run on real threads before it counts as one that doesn't fail.
    private static let runsToFail = 40
    /// The most programs to try for a smaller one. On real threads, each may wait for quiescence.
    private static let attempts = (explored: 200, onThreads: 60)
    /// The time after which no more are tried.
    private static let seconds: UInt64 = 60

    /// The failure with the smallest program found that fails in the same way under the same conditions.
    func shrink(_ failure: FuzzFailure, _ subject: any ConformanceSubject) async throws -> FuzzFailure {
        let isExplored = plan.strategy != nil
        var shrinker = ProgramShrinker()
        shrinker.attempts = isExplored ? Self.attempts.explored : Self.attempts.onThreads
        let deadline = MonotonicClock.now + Self.seconds * 1_000_000_000
        var shrunk = failure
        // The first is the program itself: one that doesn't fail again can't be made smaller.
        guard try await failure.isRepeated(by: failed(failure.program, subject)) else { return shrunk }
        let smallest = try await shrinker.shrink(failure.program) { program in
            if MonotonicClock.now > deadline || Interruption.shared.isRequested { return false }
            return try await failure.isRepeated(by: failed(program, subject))
        }
        guard let last = try await failed(smallest, subject, simplifies: isExplored), failure.isLike(last)
        else { return shrunk }
        shrunk.shrunk = smallest
        shrunk.history = last.history
        shrunk.schedule = last.schedule
        if case .violation(let violation) = last.kind { shrunk.shrunkViolation = violation }
        return shrunk
    }

    /// How the program fails; nil if it doesn't.
    private func failed(
        _ program: FuzzProgram, _ subject: any ConformanceSubject, simplifies: Bool = false
    ) async throws -> FuzzFailure? {
        var request = FuzzRequest(queue: subject.name, plan: plan)
        request.program = program
        request.simplifies = simplifies
        if plan.strategy == nil { request.plan.runs = max(plan.runs, Self.runsToFail) }
        let tally = try await launcher.run(
            request, makeProgram: { _ in program }, isOver: { _ in true }, progress: {})
        return tally.failures.first
    }
}

extension FuzzFailure {
    fileprivate func isRepeated(by other: FuzzFailure?) -> Bool { other.map(isLike) ?? false }
}
