internal import ConcurrencyPrimitives
import Operations

/// How long a queue lives, and how long it counts.
extension AddingRules {
    static let lifetimeRule = Rule(
        "8.8", "A queue lives until its operations have finished, and is then released.",
        sources: [.tests], isolation: .ownProcess
    ) { try await lifetime($0, $1) }

    private static func lifetime<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = WeakReference()
            let (a, b) = (scenario.held("A"), scenario.operation("B"))
            if scenario.claims(.dependencies) { scenario.depend(b, on: a) }
            let (operations, recorder) = ([a, b], probe.recorder("owner"))
            try await probe.onThread("a queue to be made, filled and dropped") {
                let made = subject.makeQueue()
                queue.object = subject.object(of: made)
                for member in operations {
                    recorder.call("addOperation(\(member.label))") { made.addOperation(member.operation) }
                }
            }
            try await scenario.expectStart(of: [a], "in a queue that nobody refers to any more")
            try probe.expect(
                queue.isAlive, "the queue to live while A executes, though nobody refers to it",
                observed: "it was released")
            a.release()
            try await scenario.expectRun(of: operations, "in a queue that nobody refers to any more")
            try await expectReleased(queue, "a queue whose operations have finished", probe)

            let unused = WeakReference()
            try await probe.onThread("a queue to be made and dropped") {
                let made = subject.makeQueue()
                unused.object = subject.object(of: made)
            }
            try await expectReleased(unused, "a queue that never held anything", probe)
        }
        guard subject.keepsDetails else { return }
        for isSuspended in [true, false] where subject.claims(isSuspended ? .suspension : .concurrencyLimit) {
            let how = isSuspended ? "suspended" : "limit 0"
            try await RuleScenario.run(subject, probe, part: "dropped, \(how)") {
                try await droppedWhileStopped($0, how, isSuspended: isSuspended)
            }
        }
    }

    /// Nobody has let it take in what it holds.
    private static func droppedWhileStopped<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ how: String, isSuspended: Bool
    ) async throws {
        let (probe, queue, a) = (scenario.probe, WeakReference(), scenario.operation("A"))
        @Sendable func stop(_ queue: Subject.Queue, _ isStopped: Bool) throws {
            if isSuspended {
                try queue.suspendable.setSuspended(isStopped)
            } else {
                try queue.limited.setMaxConcurrentOperationCount(isStopped ? 0 : 1)
            }
        }
        let subject = scenario.subject
        try await probe.onThread("a queue to be made, stopped, filled and dropped") {
            let made = subject.makeQueue()
            queue.object = subject.object(of: made)
            try stop(made, true)
            made.addOperation(a.operation)
        }
        try await probe.settle()
        try probe.expect(
            queue.isAlive,
            "a queue that is stopped (\(how)) to live while it holds A, though nobody refers to it",
            observed: "it was released")
        if let left = queue.object as? Subject.Queue { try stop(left, false) }
        try await scenario.expectRun(of: [a], "when its queue goes on")
        try await expectReleased(queue, "a queue whose operation has finished", probe)
    }

    private static func expectReleased(
        _ queue: WeakReference, _ which: String, _ probe: Probe
    ) async throws {
        try probe.expect(
            try await probe.holdsWhenQuiescent { !queue.isAlive },
            "\(which) to be released with its last reference",
            observed: "it still lived when the process was quiescent")
    }

    static let droppedSuspendedRule = Rule(
        unspecified: "8.9", "A queue dropped while suspended and not empty.",
        needs: [.suspension], isolation: .ownProcess, takesSeconds: true
    ) { try await droppedSuspended($0, $1) }

    private static func droppedSuspended<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws -> String {
        let (queue, operation) = (WeakReference(), WeakReference())
        let trace = probe.trace("A")
        try await probe.onThread("a suspended queue to be made, filled and dropped") {
            let made = subject.makeQueue()
            queue.object = subject.object(of: made)
            try made.suspendable.setSuspended(true)
            let added = subject.makeOperation { _ in trace.run {} }
            operation.object = added
            made.addOperation(added)
        }
        // Dispatch may yet have a thread to replace.
        _ = try await probe.holdsWhenQuiescent { !queue.isAlive && !operation.isAlive }
        let seen =
            "the queue \(queue.isAlive ? "lives on" : "is released"); its operation "
            + (operation.isAlive ? "lives on, and " : "is released, and ")
            + (trace.startCount > 0 ? "runs" : "never starts")
        // One that holds itself, and that nobody else can reach, would be a leak.
        if let left = queue.object as? Subject.Queue {
            try left.suspendable.setSuspended(false)
            try await probe.settle()
        }
        return seen
    }

    static let countAfterWaitingRule = Rule(
        unspecified: "8.6",
        "Whether an operation may still be counted for a moment after waiting for it returned.",
        needs: [.enumeration, .lifeCycle]
    ) { try await countAfterWaiting($0, $1) }

    private static func countAfterWaiting<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws -> String {
        let queue = subject.makeQueue()
        let waits = 500
        var stillCounted = 0
        for _ in 1...waits {
            let operation = subject.makeOperation { _ in }
            queue.addOperation(operation)
            await probe.awaiting("an operation to finish") { await operation.waitUntilFinished() }
            if try await queue.enumerable.operationCount > 0 { stillCounted += 1 }
            await probe.awaiting("the queue to be empty") { await queue.waitUntilAllOperationsAreFinished() }
        }
        return stillCounted == 0
            ? "in none of \(waits) waits was the operation still counted"
            : "after \(stillCounted) of \(waits) waits the operation was still counted"
    }
}
