/// One thing that a queue or its operations do wrong, whatever the interleaving. (What takes a particular one is a
/// ``Race``.)
///
/// Each is switched on at a single point of `FaultyOperation` or `FaultyQueue`, the one where it lies; what it
/// does is in ``summary``, which rules see it in ``caughtBy``.
public enum Defect: String, CaseIterable, Codable, Sendable {
    // State exclusivity
    case executingStaysTrue
    case executingFallsWithNextStart
    case announcedFinishKeepsExecuting
    case lateCancelUnfinishes
    case lateDependencyUnfinishes

    // The rest of the life cycle
    case newIsAsynchronous
    case executingIsNotRaised
    case startRunsElsewhere
    case startByHandIgnoresCancel
    case startLeavesCancelledUnfinished
    case startRunsFinishedAgain
    case startOnExecutingIsIgnored
    case startRunsUnready
    case finishedIsNotReady
    case overrideReturnFinishes
    case overrideReturnGivesSlotBack
    case overrideReturnReleasesDependents
    case blockRunsInsideAdd
    case startByHandRunsQueued
    case endBeforeStartKeepsPlace
    case endBeforeStartTakesSlot
    case asyncBodyIsNotExecuting

    // Cancellation finishing
    case executingIsNotCancelled
    case lateCancelRaisesFlag
    case queueRunsCancelled
    case cancelEndsQueued
    case cancelledStillWaits
    case cancelledKeepsSlot
    case endClearsCancelled
    case secondCancelRevokes
    case cancelReachesDependents
    case cancelledDependencyReleases
    case cancelledDependencyNeverReleases
    case cancelAllSparesExecuting
    case cancelAllSticks
    case asyncBodyIsNotCancelled

    // Dependency ordering
    case firstDependencyReleases
    case lastAddedDependencyReleases
    case finishedDependencyHolds
    case ignoresDependenciesOfOtherQueues
    case prunesFinishedDependencies
    case listsDependencyTwice
    case removedDependencyStillHolds
    case removingStrangerRemovesFirst
    case dependencyAfterAddingIsIgnored
    case highPriorityIgnoresDependencies
    case releasesRecursively
    case eventLooksAtAll

    // Deadlock on cycles
    case runsCycleMembers
    case cycleBlocksQueue
    case cycleTakesSlots
    case cancelledInCycleWaits
    case removedEdgeKeepsCycle
    case selfDependencyNeverReturns
    case dependsNotOnItself
    case namesCycleBackwards
    case cycleThroughBarrierIsUnnamed

    // Priority order
    case lastAddedFirst
    case lowestPriorityFirst
    case priorityIsIgnored
    case extremePrioritiesAreClamped
    case unreadyHoldsUpSerialQueue
    case unreadyHoldsUpLowerLevels
    case readyInOrderOfAdding
    case priorityCountsAsAdded
    case changedPriorityOfReadyIsIgnored
    case loweredPriorityIsIgnored
    case roundsToNearest
    case roundsBeyondToNormal

    // Concurrency limit
    case oneSlotTooMany
    case asyncBodyGivesSlotBack
    case defaultLimitIsNumber
    case raisedLimitWaitsForEvent
    case loweringLimitCancels
    case zeroIsUnlimited
    case negativeLimitIsTaken
    case overlapsOnlyTwo
    case oneStartAnEvent

    // Suspension
    case suspensionSparesAdded
    case suspendedLosesBlocks
    case suspensionsAreCounted
    case resumeStartsOne

    // Adding and leaving
    case addingTwiceIsIgnored
    case listsOnlyWaiting
    case losesEveryHundredth
    case addsUpToInvalid
    case addingWaitsForQueue
    case addingWaitsForFirst
    case listsByPriority
    case countsOnlyWaiting
    case losesWhatItsOperationsAdd
    case emptiedQueueIsKept

    // Waiting and completion
    case wakesOneWaiter
    case waitingForNewWaits
    case waitingIsForThosePresent
    case countsLastEnded
    case completionBlockRunsTwice
    case cancelledHasNoCompletion
    case completionBlockIsKept
    case completionCaptureIsKept
    case completionBlockHoldsPlace
    case completionBlockHoldsWaiters

    // The queue itself
    case hasNoCurrent
    case furtherBlocksHaveNoCurrent
    case currentReachesOutside
    case isNamelessByDefault
    case nameIsShared
    case mainThreadHasNoCurrent
    case mainQueueIsMadeAnew
    case mainQueueRunsElsewhere
    case mainQueueIsSuspended
    case mainQueueTakesLimit
    case mainQueueIsRenamed
    case underlyingQueueIsIgnored
    case underlyingQueueIsSetWhileFull
    case mainDispatchQueueIsTaken

    // Several blocks
    case firstBlockFinishes
    case blocksRunInTurn
    case lateBlockIsIgnored

    // Barriers and progress
    case barrierDoesNotWait
    case barrierWaitsForExecutingOnly
    case barrierHoldsNothingBack
    case highPriorityPassesBarrier
    case barrierOnEmptyQueueIsUntracked
    case barrierIgnoresSuspension
    case barrierIsNotWaitedFor
    case barrierHasNoCurrent
    case barrierIsOpenOnUnderlyingQueue
    case cancelledStallsBarrierBehind
    case cancelledWaitsForBarrier
    case progressCountsUnasked
    case progressCountsStarts
    case progressCountsCancelled

    // What is kept of the work
    case thrownErrorIsLost
    case throwingBodyNeverFinishes
    case thrownResultIsZero
    case unfinishedResultIsZero
    case cancelledKeepsResult

    // An `isReady` of the operation's own
    case readinessOverrideIsIgnored
    case announcedReadinessIsNotHeard

    // Observation
    case finishIsNotTold
    case cancelIsToldTwice
    case beginningIsToldAtEnd
    case addingManyIsManyChanges
    case suspensionIsNotTold

    // Waiting that may end early, and that leaves room
    case deadlineIsIgnored
    case endedWaitSaysNothing
    case cancelledWaiterWaitsOn
    case cancelledWaitCancels
    case waitingKeepsSlot
    case manyWaitersBlock

    // Quality of service
    case qualityFreezesPriority
    case qualityOutranksPriority
    case ownQualityIsIgnored

    // What only ThreadSanitizer sees
    case effectsAreUnordered
}
