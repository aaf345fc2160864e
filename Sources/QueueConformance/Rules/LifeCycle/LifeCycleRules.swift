internal import Operations

/// Family 1: from a new operation to a finished one.
enum LifeCycleRules {
    static let all: [Rule] = [
        Rule(
            "1.1",
            """
            A new operation is ready, not executing, not finished, not cancelled, not asynchronous, has no \
            dependencies and normal priority.
            """, sources: [.tests], needs: [.lifeCycle]
        ) { try await newOperation($0, $1) },
        Rule(
            "1.2",
            """
            At no instant is an operation both executing and finished, seen from any thread (read isFinished, \
            then isExecuting: the other order sees a legal change as a violation).
            """, sources: [.articles, .documentation], needs: [.lifeCycle], isolation: .ownProcess
        ) { try await neverExecutingAndFinished($0, $1) },
        Rule(
            "1.3",
            "The life cycle only moves forward: pending, ready, executing, finished; finished is final.",
            sources: [.articles], needs: [.lifeCycle], isolation: .ownProcess
        ) { try await onlyForward($0, $1) },
        Rule(
            "1.4", "isExecuting is true inside `main` and false once finished.", sources: [.tests],
            needs: [.lifeCycle], isolation: .ownProcess
        ) { try await executingInsideMain($0, $1) },
        Rule(
            "1.5", "`main` runs at most once.", sources: [.documentation], needs: [.lifeCycle],
            isolation: .ownProcess
        ) { try await mainAtMostOnce($0, $1) },
        Rule(
            "1.6", "`start()` outside a queue runs `main` on the calling thread before it returns.",
            sources: [.documentation, .articles], needs: [.lifeCycle]
        ) { try await startRunsMain($0, $1) },
        Rule(
            "1.7", "`start()` on a cancelled operation finishes it without running `main`.",
            sources: [.documentation, .articles], needs: [.lifeCycle, .cancellation], isolation: .ownProcess
        ) { try await startWhenCancelled($0, $1) },
        Rule(
            "1.8", "`start()` on a finished operation does nothing.", sources: [.documentation],
            needs: [.lifeCycle], isolation: .ownProcess
        ) { try await startWhenFinished($0, $1) },
        Rule(
            "1.9", "`start()` on an executing operation stops with an error.", sources: [.documentation],
            needs: [.lifeCycle, .misuseDetection], isolation: .trap
        ) { try await startWhenExecuting($0, $1) },
        Rule(
            "1.10", "`start()` on an operation that is not ready stops with an error.",
            sources: [.documentation], needs: [.lifeCycle, .dependencies, .misuseDetection], isolation: .trap
        ) { try await startWhenNotReady($0, $1) },
        Rule(
            "1.11", "`start()` by hand on an operation that a queue holds stops with an error.",
            level: .optional, sources: [.own],
            needs: [.lifeCycle, .cancellation, .dependencies, .suspension, .misuseDetection],
            isolation: .trap, cases: Held.allCases.map(\.rawValue)
        ) { try await startWhenHeld($0, $1) },
        Rule(
            "1.12", "A finished operation still reports ready.", sources: [.tests], needs: [.lifeCycle],
            isolation: .ownProcess
        ) { try await readyWhenFinished($0, $1) },
        Rule(
            "1.13",
            """
            An operation that overrides `start` occupies its queue and its slot until it announces finished.
            """, sources: [.articles], needs: [.lifeCycle, .startOverrides, .concurrencyLimit],
            isolation: .ownProcess
        ) { try await overrideOccupiesSlot($0, $1) },
        Rule(
            "1.14", "Returning from an overridden `start` does not finish the operation.",
            sources: [.articles], needs: [.lifeCycle, .startOverrides], isolation: .ownProcess
        ) { try await returningDoesNotFinish($0, $1) },
        Rule(
            "1.15", "Until finished is announced, dependents do not start.", sources: [.articles],
            needs: [.lifeCycle, .startOverrides, .dependencies], isolation: .ownProcess
        ) { try await overrideHoldsDependents($0, $1) },
        Rule("1.16", "A queue never runs `start` inside the call that adds.", sources: [.articles]) {
            try await neverInsideAdd($0, $1)
        },
        Rule(
            "1.17",
            """
            Announcing finished before the queue started the operation does not corrupt the queue: it leaves, \
            its `main` never runs, others go on.
            """, sources: [.own], needs: [.lifeCycle, .startOverrides], isolation: .ownProcess,
            cases: AfterEarlyEnd.allCases.map(\.rawValue)
        ) { try await endBeforeStart($0, $1) },
        Rule(
            "1.18", "An `isReady` override holds the operation back until it turns true and says so.",
            sources: [.documentation], needs: [.lifeCycle, .startOverrides], isolation: .ownProcess
        ) { try await readinessHoldsBack($0, $1) },
        Rule(
            unspecified: "1.19", "A cancelled operation whose `isReady` override stays false.",
            needs: [.lifeCycle, .startOverrides, .cancellation], isolation: .ownProcess
        ) { try await cancelledAndHeldBack($0, $1) },
        Rule(
            "1.20",
            """
            An error thrown by a result or async operation's body finishes the operation and is kept with it; \
            the queue goes on. (`main()` itself does not throw.)
            """, level: .claimed, sources: [.own, .articles], needs: [.lifeCycle, .results, .asyncBodies],
            isolation: .ownProcess
        ) { try await thrownErrorIsKept($0, $1) },
        Rule(
            "1.21",
            """
            An operation over an async closure is executing until the closure returns, across suspensions.
            """, level: .claimed, sources: [.own], needs: [.lifeCycle, .asyncBodies], isolation: .ownProcess
        ) { try await asyncExecutesToItsEnd($0, $1) },
        Rule(
            "1.22",
            """
            Observers of isReady, isExecuting, isFinished, isCancelled, isAsynchronous (isConcurrent), dependencies, \
            queuePriority and completionBlock are told once a change, in an order consistent with 1.3.
            """, level: .claimed, sources: [.articles, .documentation], needs: [.lifeCycle, .observation],
            isolation: .ownProcess
        ) { try await operationIsObserved($0, $1) },
        Rule(
            unspecified: "1.23", "isReady of a finished operation that is given a new dependency.",
            needs: [.lifeCycle, .dependencies], isolation: .ownProcess
        ) { try await dependencyOfFinished($0, $1) },
        Rule(
            "1.24",
            """
            Observers of a queue's operations, operationCount, limit, suspension and name are told of each change; \
            one call that adds many is one change.
            """, level: .claimed, sources: [.documentation, .tests],
            needs: [.lifeCycle, .observation, .enumeration, .concurrencyLimit, .suspension],
            isolation: .ownProcess
        ) { try await queueIsObserved($0, $1) },
    ]
}
