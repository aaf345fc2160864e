internal import Operations

/// Family 3: what waits for what.
enum DependencyRules {
    static let all: [Rule] = [
        Rule(
            "3.1", "An operation is not ready until all its dependencies have finished.",
            sources: [.documentation, .articles], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await waitsForAll($0, $1) },
        Rule(
            "3.2", "Depending on an operation that has finished holds nothing back.", sources: [.tests],
            needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await finishedDependency($0, $1) },
        Rule(
            "3.3",
            "Dependencies work across queues that share the operation type, also of different kinds.",
            sources: [.documentation], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await acrossQueues($0, $1) },
        Rule(
            "3.4", "Adding the dependent before its dependency to a serial queue does not deadlock.",
            sources: [.tests], needs: [.lifeCycle, .dependencies, .concurrencyLimit], isolation: .ownProcess
        ) { try await dependentFirst($0, $1) },
        Rule(
            "3.5", "`dependencies` lists what was added, in order, and is not pruned as they finish.",
            sources: [.documentation], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await listOfDependencies($0, $1) },
        Rule(
            "3.6", "Adding the same dependency twice is as adding it once.", level: .optional,
            sources: [.own], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await addedTwice($0, $1) },
        Rule(
            "3.7", "Removing an unfinished dependency restores readiness.", sources: [.documentation],
            needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await removeUnfinished($0, $1) },
        Rule(
            "3.8", "Removing what is no dependency does nothing.", sources: [.tests],
            needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await removeStranger($0, $1) },
        Rule(
            "3.9",
            "Adding a dependency to an executing or finished operation has no effect on its run.",
            sources: [.documentation], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await addedTooLate($0, $1) },
        Rule(
            "3.10",
            "A dependency added to a queued operation delays it if `addDependency` returned while the operation was neither "
                + "executing nor finished.",
            sources: [.own], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await addedWhileQueued($0, $1) },
        Rule(
            "3.11", "Dependencies outrank priority.", sources: [.articles, .documentation],
            needs: [.lifeCycle, .dependencies, .priorities], isolation: .ownProcess
        ) { try await outrankPriority($0, $1) },
        Rule(
            "3.12",
            "The effects of an operation's dependencies are visible to it (observed under ThreadSanitizer; stress on x86 "
                + "cannot show it).",
            sources: [.own], needs: [.dependencies], isolation: .ownProcess, sanitizer: .whole
        ) { try await effectsAreVisible($0, $1) },
        Rule(
            "3.13",
            "A chain of 1,000,000 operations that never ran is released without exhausting the stack.",
            sources: [.own], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await longChainIsReleased($0, $1) },
        Rule(
            "3.14",
            """
            A dependent of n operations starts once, after the last of them, however many finish at the same \
            moment.
            """, sources: [.own], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await fanIn($0, $1) },
        Rule(
            "3.15",
            "A chain runs in time linear in its length (judged on growth over small sizes).",
            sources: [.own], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await chainIsLinear($0, $1) },
    ]
}
