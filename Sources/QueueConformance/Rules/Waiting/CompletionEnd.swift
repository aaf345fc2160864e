private import ConcurrencyPrimitives
import Operations

/// Operations of all kinds, each with a completion block that says when it has run.
struct CompletionEnd<Subject: ConformanceSubject> {
    typealias Watched = Setup<Subject>.Watched

    /// An operation that was or will be given a completion block.
    final class Case: Sendable {
        let watched: Watched
        /// Opened first and last in the block.
        let began: Latch
        let ended: Latch
        /// What the block has captured.
        let captured = WeakReference()

        init(_ watched: Watched) {
            self.watched = watched
            began = Latch("the completion block of \(watched.label) to begin")
            ended = Latch("the completion block of \(watched.label) to end")
        }
    }

    private final class Token: Sendable {}

    let setup: Setup<Subject>

    /// Operations that end in the ways there are; the caller adds them.
    func cases() -> [Case] {
        var cases = [Case(setup.operation("A"))]
        if setup.claims(.cancellation) {
            let cancelled = setup.operation("cancelled")
            setup.cancel(cancelled)
            cases.append(Case(cancelled))
        }
        if setup.claims(.asyncBodies) {
            let suspended = setup.heldAsync("async")
            suspended.gate.open()
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
        which.watched.operation.completionBlock = { [weak operation = which.watched.operation] in
            began.open()
            work(operation)
            withExtendedLifetime(token) {}
            ended.open()
        }
    }
}
