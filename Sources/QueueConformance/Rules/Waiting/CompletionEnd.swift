internal import ConcurrencyPrimitives
import Operations

/// Operations of all kinds, each with a completion block that says when it has run.
struct CompletionEnd<Subject: ConformanceSubject> {
    typealias Member = RuleScenario<Subject>.Member

    /// An operation that was or will be given a completion block.
    final class Case: Sendable {
        let member: Member
        /// Opened first and last in the block.
        let began: Latch
        let ended: Latch
        /// What the block has captured.
        let captured = WeakReference()

        init(_ member: Member) {
            self.member = member
            began = Latch("the completion block of \(member.label) to begin")
            ended = Latch("the completion block of \(member.label) to end")
        }
    }

    private final class Token: Sendable {}

    let scenario: RuleScenario<Subject>

    /// Operations that end in the ways there are; the caller adds them.
    func cases() throws -> [Case] {
        var cases = [Case(scenario.operation("A"))]
        if scenario.claims(.cancellation) {
            let cancelled = scenario.operation("cancelled")
            scenario.cancel(cancelled)
            cases.append(Case(cancelled))
        }
        if scenario.claims(.asyncBodies) {
            let suspended = try scenario.heldAsync("async")
            suspended.release()
            cases.append(Case(suspended))
        }
        return cases
    }

    /// Gives the operation a completion block that does `work`.
    func complete(_ which: Case, _ work: @escaping @Sendable (Subject.Operation?) -> Void = { _ in }) {
        let token = Token()
        which.captured.object = token
        let (began, ended) = (which.began, which.ended)
        // Weak, or the operation would own itself.
        which.member.operation.completionBlock = { [weak operation = which.member.operation] in
            began.open()
            work(operation)
            withExtendedLifetime(token) {}
            ended.open()
        }
    }
}
