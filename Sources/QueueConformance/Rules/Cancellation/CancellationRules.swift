internal import Operations

/// Family 2: what cancelling does, and what it leaves alone.
enum CancellationRules {
    static let all: [Rule] = [
        Rule(
            "2.1", "`cancel()` on an executing operation only raises its flag; `main` goes on.",
            sources: [.documentation, .articles], needs: [.lifeCycle, .cancellation], isolation: .ownProcess
        ) { try await cancelWhileExecuting($0, $1) },
        Rule(
            "2.2", "`cancel()` after finish has no effect; isCancelled stays as it was.",
            sources: [.documentation], needs: [.lifeCycle, .cancellation], isolation: .ownProcess
        ) { try await cancelAfterFinish($0, $1) },
        Rule(
            "2.3", "A queued operation cancelled before it starts finishes without running `main`.",
            sources: [.documentation, .articles], needs: [.lifeCycle, .cancellation], isolation: .ownProcess
        ) { try await cancelBeforeStart($0, $1) },
        Rule(
            "2.4", "A cancelled operation ends with isCancelled and isFinished true and isExecuting false.",
            sources: [.articles], needs: [.lifeCycle, .cancellation], isolation: .ownProcess
        ) { try await statesAtEnd($0, $1) },
        Rule(
            "2.5", "A cancelled operation no longer waits for its dependencies: it becomes ready.",
            sources: [.documentation], needs: [.lifeCycle, .cancellation, .dependencies],
            isolation: .ownProcess
        ) { try await cancelledIsReady($0, $1) },
        Rule(
            "2.6", "Cancelling an operation that is in no queue does not finish it; starting it then does.",
            sources: [.tests], needs: [.lifeCycle, .cancellation], isolation: .ownProcess
        ) { try await cancelOutsideQueue($0, $1) },
        Rule(
            "2.7", "A dependency that is cancelled but has not finished does not release its dependents.",
            sources: [.tests], needs: [.lifeCycle, .cancellation, .dependencies], isolation: .ownProcess
        ) { try await cancelledDependencyHolds($0, $1) },
        Rule(
            "2.8", "A cancelled dependency that has finished counts as finished.", sources: [.documentation],
            needs: [.lifeCycle, .cancellation, .dependencies], isolation: .ownProcess
        ) { try await cancelledDependencyReleases($0, $1) },
        Rule(
            "2.9", "Cancelling itself from inside `main` is safe, and is seen by `main` at once.",
            sources: [.tests], needs: [.lifeCycle, .cancellation], isolation: .ownProcess
        ) { try await cancelItself($0, $1) },
        Rule(
            "2.10",
            "`cancelAllOperations` cancels everything queued or executing, and removes nothing by itself.",
            sources: [.documentation], needs: [.lifeCycle, .cancellation, .concurrencyLimit, .enumeration],
            isolation: .ownProcess
        ) { try await cancelEverything($0, $1) },
        Rule(
            "2.11", "Operations added after `cancelAllOperations` run.", sources: [.tests],
            needs: [.lifeCycle, .cancellation], isolation: .ownProcess
        ) { try await addAfterCancelAll($0, $1) },
        Rule(
            "2.12", "Cancelling twice is as cancelling once.", sources: [.own],
            needs: [.lifeCycle, .cancellation], isolation: .ownProcess
        ) { try await cancelTwice($0, $1) },
        Rule(
            "2.13",
            """
            An async body sees its cancellation as task cancellation (`Task.isCancelled`, cancellation \
            handlers).
            """, level: .claimed, sources: [.own], needs: [.lifeCycle, .cancellation, .asyncBodies],
            isolation: .ownProcess
        ) { try await asyncBodySeesCancel($0, $1) },
        Rule(
            "2.14",
            "A cancel racing with the start has exactly two outcomes: `main` ran whole, or never.",
            sources: [.own], needs: [.lifeCycle, .cancellation], isolation: .ownProcess
        ) { try await cancelRacingStart($0, $1) },
        Rule(
            "2.15", "A cancelled operation's slot is given on; cancelling never lowers the queue's capacity.",
            sources: [.own], needs: [.lifeCycle, .cancellation, .concurrencyLimit], isolation: .ownProcess
        ) { try await slotsAfterCancelling($0, $1) },
        Rule(
            "2.16", "Cancellation reaches only the operation it was asked of; dependents run.",
            sources: [.documentation], needs: [.lifeCycle, .cancellation, .dependencies],
            isolation: .ownProcess
        ) { try await cancelReachesOne($0, $1) },
        Rule(
            "2.17",
            """
            The queue starts a cancelled operation too: in a slot, in its turn, after resume; so an overridden \
            `start` is called and must finish.
            """, sources: [.documentation],
            needs: [.lifeCycle, .cancellation, .startOverrides, .concurrencyLimit, .suspension],
            isolation: .ownProcess
        ) { try await cancelledIsStarted($0, $1) },
    ]
}
