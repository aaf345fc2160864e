import Operations

/// Family 4: operations that wait for one another in a circle.
enum CycleRules {
    static let all: [Rule] = [
        Rule(
            "4.1", "Operations in a dependency cycle do not start; that is the documented deadlock.",
            sources: [.articles, .documentation], needs: [.dependencies], isolation: .ownProcess
        ) { try await deadlock($0, $1) },
        Rule(
            "4.2",
            "A cycle holds up only its members, what depends on them, and what stands behind a barrier that waits "
                + "for them: everything else in the queue runs to its end.",
            sources: [.own], needs: [.dependencies], isolation: .ownProcess
        ) { try await containment($0, $1) },
        Rule(
            "4.3", "A queue that holds only a cycle comes to rest, with all its slots usable.",
            sources: [.own], needs: [.dependencies, .concurrencyLimit], isolation: .ownProcess
        ) { try await rest($0, $1) },
        Rule(
            "4.4",
            "Cancelling one member of a cycle, all members queued, finishes all: it without `main`, the others "
                + "after theirs, in dependency order.",
            sources: [.tests], needs: [.dependencies, .cancellation, .lifeCycle], isolation: .ownProcess
        ) { try await cancellation($0, $1) },
        Rule(
            "4.5", "Removing one edge of the cycle releases it.",
            sources: [.own], needs: [.dependencies], isolation: .ownProcess
        ) { try await removal($0, $1) },
        Rule(
            "4.6",
            "`addDependency` that closes a cycle returns; an operation that depends on itself is a cycle of one.",
            sources: [.own], needs: [.dependencies], isolation: .ownProcess
        ) { try await closing($0, $1) },
        Rule(
            "4.7",
            "Asked for it, the cycle is named: its members in order; also one that runs through a barrier.",
            level: .claimed, sources: [.own], needs: [.dependencies, .diagnosis], isolation: .ownProcess
        ) {
            try await naming($0, $1)
            try await namingThroughBarrier($0, $1)
        },
        Rule(
            "4.8",
            "Waiting can be bounded by the caller (deadline or task cancellation) and says what it was waiting for.",
            level: .claimed, sources: [.own], needs: [.lifeCycle, .dependencies, .boundedWaiting],
            isolation: .ownProcess
        ) { try await boundedWaiting($0, $1) },
        Rule(
            "4.9", "A cycle across two queues behaves as one within a queue.",
            sources: [.own], needs: [.dependencies], isolation: .ownProcess
        ) { try await acrossQueues($0, $1) },
    ]
}
