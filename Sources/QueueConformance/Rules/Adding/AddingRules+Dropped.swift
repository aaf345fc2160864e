internal import ConcurrencyPrimitives
import Operations

/// A queue whose last owner lets go of it: 8.12.
extension AddingRules {
    private static let rounds = 200

    static let droppedAtWorkRule = Rule(
        "8.12",
        "A queue released by its last owner while it works finishes its work, and nobody touches it afterwards.",
        sources: [.own], isolation: .ownProcess
    ) { try await droppedAtWork($0, $1) }

    /// What one owner has filled and let go of.
    private struct Dropped: Sendable {
        let queue = WeakReference()
        let runs = RelaxedCounter()
    }

    /// The owner lets go of each queue as its last operation ends, or a little later. A thread that touches a queue after
    /// its release finds the memory overwritten.
    private static func droppedAtWork<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let added = 3
        try await RuleScenario.run(subject, probe) { _ in
            let dropped = (0..<rounds).map { _ in Dropped() }
            let meeting = Rendezvous(parties: 2)
            try await probe.onThread("\(rounds) queues to be made, filled and dropped") {
                for (round, its) in dropped.enumerated() {
                    do {
                        let queue = subject.makeQueue()
                        its.queue.object = subject.object(of: queue)
                        for number in 1...added {
                            let operation = subject.makeOperation { _ in
                                its.runs.increment()
                                if number == added { meeting.meet(round: round) }
                            }
                            queue.addOperation(operation)
                        }
                        withExtendedLifetime(queue) {
                            meeting.meet(round: round)
                            meeting.spin(round % 40 * 20)
                        }
                    }
                    FreedMemory.overwrite()
                }
            }
            try await probe.expectWhenQuiescent(
                "each of \(added) operations to run once in each of "
                    + "\(rounds) queues whose owner lets go of them meanwhile",
                observed: "in \(dropped.count { $0.runs.value != added }) queues they did not",
                { dropped.allSatisfy { $0.runs.value == added } })
            try await probe.expectWhenQuiescent(
                "a queue that has finished its work to be released with its last reference",
                observed: "\(dropped.count(where: \.queue.isAlive)) of \(rounds) still lived",
                { !dropped.contains(where: \.queue.isAlive) })
        }
    }
}
