extension Defect {
    /// What of an operation queue a defect breaks: the five properties that the project is about, and the rest.
    public enum Property: String, CaseIterable, Codable, Sendable {
        case stateExclusivity, cancellationFinishing, dependencyOrdering, cycles, priorityOrder
        case lifeCycle, concurrencyLimit, suspension, membership, waiting, results, queueProperties, blocks,
            barriers
        case readiness, observation, boundedWaiting, qualityOfService
    }

    /// The property that this defect breaks.
    public var property: Property {
        switch self {
        case .executingStaysTrue, .executingFallsWithNextStart, .announcedFinishKeepsExecuting,
            .lateCancelUnfinishes, .lateDependencyUnfinishes:
            .stateExclusivity
        case .newIsAsynchronous, .executingIsNotRaised, .startRunsElsewhere, .startByHandIgnoresCancel,
            .startLeavesCancelledUnfinished, .startRunsFinishedAgain, .startOnExecutingIsIgnored,
            .startRunsUnready, .finishedIsNotReady, .overrideReturnFinishes, .overrideReturnGivesSlotBack,
            .overrideReturnReleasesDependents, .blockRunsInsideAdd, .startByHandRunsQueued,
            .endBeforeStartKeepsPlace, .endBeforeStartTakesSlot, .asyncBodyIsNotExecuting:
            .lifeCycle
        case .executingIsNotCancelled, .lateCancelRaisesFlag, .queueRunsCancelled, .cancelEndsQueued,
            .cancelledStillWaits, .cancelledKeepsSlot, .endClearsCancelled, .secondCancelRevokes,
            .cancelReachesDependents, .cancelledDependencyReleases, .cancelledDependencyNeverReleases,
            .cancelAllSparesExecuting, .cancelAllSticks, .asyncBodyIsNotCancelled:
            .cancellationFinishing
        case .firstDependencyReleases, .lastAddedDependencyReleases, .finishedDependencyHolds,
            .ignoresDependenciesOfOtherQueues, .prunesFinishedDependencies, .listsDependencyTwice,
            .removedDependencyStillHolds, .removingStrangerRemovesFirst, .dependencyAfterAddingIsIgnored,
            .highPriorityIgnoresDependencies, .releasesRecursively, .eventLooksAtAll, .effectsAreUnordered:
            .dependencyOrdering
        case .runsCycleMembers, .cycleBlocksQueue, .cycleTakesSlots, .cancelledInCycleWaits,
            .removedEdgeKeepsCycle, .selfDependencyNeverReturns, .dependsNotOnItself, .namesCycleBackwards,
            .cycleThroughBarrierIsUnnamed:
            .cycles
        case .lastAddedFirst, .lowestPriorityFirst, .priorityIsIgnored, .extremePrioritiesAreClamped,
            .unreadyHoldsUpSerialQueue, .unreadyHoldsUpLowerLevels, .readyInOrderOfAdding,
            .priorityCountsAsAdded, .changedPriorityOfReadyIsIgnored, .loweredPriorityIsIgnored,
            .roundsToNearest, .roundsBeyondToNormal:
            .priorityOrder
        case .oneSlotTooMany, .asyncBodyGivesSlotBack, .defaultLimitIsNumber, .raisedLimitWaitsForEvent,
            .loweringLimitCancels, .zeroIsUnlimited, .negativeLimitIsTaken, .overlapsOnlyTwo,
            .oneStartAnEvent:
            .concurrencyLimit
        case .suspensionSparesAdded, .suspendedLosesBlocks, .suspensionsAreCounted, .resumeStartsOne:
            .suspension
        case .addingTwiceIsIgnored, .listsOnlyWaiting, .losesEveryHundredth,
            .addsUpToInvalid, .addingWaitsForQueue, .addingWaitsForFirst, .listsByPriority,
            .countsOnlyWaiting, .losesWhatItsOperationsAdd, .emptiedQueueIsKept:
            .membership
        case .wakesOneWaiter, .waitingForNewWaits, .waitingIsForThosePresent, .countsLastEnded,
            .completionBlockRunsTwice, .cancelledHasNoCompletion,
            .completionBlockIsKept, .completionCaptureIsKept, .completionBlockHoldsPlace,
            .completionBlockHoldsWaiters:
            .waiting
        case .thrownErrorIsLost, .throwingBodyNeverFinishes, .thrownResultIsZero, .unfinishedResultIsZero,
            .cancelledKeepsResult:
            .results
        case .hasNoCurrent, .furtherBlocksHaveNoCurrent, .currentReachesOutside, .isNamelessByDefault,
            .nameIsShared, .mainThreadHasNoCurrent, .mainQueueIsMadeAnew, .mainQueueRunsElsewhere,
            .mainQueueIsSuspended, .mainQueueTakesLimit, .mainQueueIsRenamed, .underlyingQueueIsIgnored,
            .underlyingQueueIsSetWhileFull, .mainDispatchQueueIsTaken:
            .queueProperties
        case .firstBlockFinishes, .blocksRunInTurn, .lateBlockIsIgnored:
            .blocks
        case .readinessOverrideIsIgnored, .announcedReadinessIsNotHeard: .readiness
        case .finishIsNotTold, .cancelIsToldTwice, .beginningIsToldAtEnd, .addingManyIsManyChanges,
            .suspensionIsNotTold:
            .observation
        case .deadlineIsIgnored, .endedWaitSaysNothing, .cancelledWaiterWaitsOn, .cancelledWaitCancels,
            .waitingKeepsSlot, .manyWaitersBlock:
            .boundedWaiting
        case .qualityFreezesPriority, .qualityOutranksPriority, .ownQualityIsIgnored: .qualityOfService
        case .barrierDoesNotWait, .barrierWaitsForExecutingOnly, .barrierHoldsNothingBack,
            .highPriorityPassesBarrier, .barrierOnEmptyQueueIsUntracked, .barrierIgnoresSuspension,
            .barrierIsNotWaitedFor, .barrierHasNoCurrent, .barrierIsOpenOnUnderlyingQueue,
            .cancelledStallsBarrierBehind, .cancelledWaitsForBarrier, .progressCountsUnasked,
            .progressCountsStarts, .progressCountsCancelled:
            .barriers
        }
    }
}
