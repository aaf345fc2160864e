extension Defect {
    /// What of an operation queue a defect breaks: the five properties that the project is about, and the rest.
    public enum Property: String, CaseIterable, Codable, Sendable {
        case stateExclusivity, cancellationFinishing, dependencyOrdering, cycles, priorityOrder
        case lifeCycle, concurrencyLimit, suspension, membership, waiting
    }

    /// The property that this defect breaks.
    public var property: Property {
        switch self {
        case .executingStaysTrue, .executingFallsWithNextStart, .startByHandRaisesFinished,
            .cancelFinishesExecuting, .announcedFinishKeepsExecuting, .lateCancelUnfinishes,
            .lateDependencyUnfinishes:
            .stateExclusivity
        case .newIsAsynchronous, .newIsNotNormal, .executingIsNotRaised, .startRunsElsewhere,
            .startByHandIgnoresCancel, .startLeavesCancelledUnfinished, .startRunsFinishedAgain,
            .startOnFinishedStops, .startOnExecutingIsIgnored, .startRunsUnready, .finishedIsNotReady,
            .overrideReturnFinishes, .overrideReturnGivesSlotBack, .overrideReturnLeavesQueue,
            .overrideReturnReleasesDependents, .blockRunsInsideAdd:
            .lifeCycle
        case .cancelEndsExecuting, .cancelIsDeferredByMain, .lateCancelRaisesFlag, .queueRunsCancelled,
            .cancelEndsQueued, .cancelEndsUnqueued, .cancelledIsNotStarted, .cancelledStillWaits,
            .cancelledKeepsSlot, .endClearsCancelled, .secondCancelRevokes, .cancelReachesDependents,
            .cancelAllSparesExecuting, .cancelAllEmptiesQueue, .cancelAllSticks:
            .cancellationFinishing
        case .ignoresDependencies, .firstDependencyReleases, .lastAddedDependencyReleases,
            .startReleasesDependents, .cancelledDependencyReleases, .cancelledDependencyNeverReleases,
            .finishedDependencyHolds, .ignoresDependenciesOfOtherQueues, .prunesFinishedDependencies,
            .listsDependenciesBackwards, .listsDependencyTwice, .removedDependencyStillHolds,
            .removingStrangerRemovesFirst, .dependencyAfterAddingIsIgnored, .highPriorityIgnoresDependencies:
            .dependencyOrdering
        case .runsCycleMembers, .firstAddedBreaksCycle, .cycleBlocksQueue, .cycleTakesSlots,
            .cancelledInCycleWaits, .cancelReachesCycle, .removedEdgeKeepsCycle, .closingEdgeIsDropped,
            .closingEdgeStops, .selfDependencyIsDropped, .selfDependencyNeverReturns, .dependsNotOnItself,
            .namesNoCycle, .namesCycleBackwards, .namesDependentsToo:
            .cycles
        case .lastAddedFirst, .lowestPriorityFirst, .priorityIsIgnored, .extremePrioritiesAreClamped,
            .normalPriorityFirst, .unreadyHoldsUpItsLevel, .unreadyHoldsUpLowerLevels:
            .priorityOrder
        case .oneSlotTooMany, .serialOverlaps, .defaultLimitIsNumber, .raisedLimitWaitsForEvent,
            .loweringLimitCancels, .loweredLimitIsIgnored, .zeroIsUnlimited, .negativeLimitIsTaken,
            .overlapsOnlyTwo, .oneStartAnEvent:
            .concurrencyLimit
        case .suspensionSparesAdded, .addingWhileSuspendedStops, .suspensionsAreCounted, .resumeStartsOne:
            .suspension
        case .addingTwiceIsIgnored, .listsOnlyWaiting, .losesEveryHundredth:
            .membership
        case .wakesOneWaiter, .waitingForNewWaits, .waitingIsForThosePresent, .countsLastEnded,
            .completionBlockRunsTwice, .completionBlockRunsFirst, .cancelledHasNoCompletion:
            .waiting
        }
    }
}
