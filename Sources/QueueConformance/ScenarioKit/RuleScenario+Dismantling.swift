internal import ConcurrencyPrimitives
import Operations

extension RuleScenario {
    /// Opens all latches, resumes, and then breaks up whatever still waits.
    ///
    /// A rule that is judged in the process of the suite only has its latches opened: what its check leaves behind runs
    /// to its end. What may block a broken queue's caller happens on a thread of its own.
    func dismantle() async throws {
        openLatches()
        let content = takeContent()
        guard probe.rule.isolation == .ownProcess else { return }
        let subject = subject
        SystemThread.start {
            for queue in content.queues {
                if subject.claims(.suspension) { try? queue.suspendable.setSuspended(false) }
                if subject.claims(.concurrencyLimit) {
                    try? queue.limited.setMaxConcurrentOperationCount(-1)
                }
            }
        }
        let hasDependencies = Latch("an operation that depends on another")
        SystemThread.start {
            if !content.operations.allSatisfy(\.operation.dependencies.isEmpty) { hasDependencies.open() }
        }
        try await probe.settle()
        // Only a cycle of dependencies keeps its members alive.
        guard hasDependencies.isOpen else { return }
        SystemThread.start {
            if subject.claims(.cancellation) {
                for member in content.operations { member.operation.cancel() }
            }
        }
        try await probe.settle()
        SystemThread.start {
            for member in content.operations {
                for dependency in member.operation.dependencies {
                    member.operation.removeDependency(dependency)
                }
            }
        }
        try await probe.settle()
    }
}
