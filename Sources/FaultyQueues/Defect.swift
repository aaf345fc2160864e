/// One thing that a queue or its operations do wrong.
///
/// Each is switched on at a single point of `FaultyOperation` or `FaultyQueue`, the one where it lies; what it
/// does is in ``summary``, which rules see it in ``caughtBy``.
public enum Defect: String, CaseIterable, Codable, Sendable {
    // State exclusivity
    case executingStaysTrue
    case executingFallsWithNextStart
    case startByHandRaisesFinished
    case cancelFinishesExecuting
    case announcedFinishKeepsExecuting
    case lateCancelUnfinishes
    case lateDependencyUnfinishes

    // The rest of the life cycle
    case newIsAsynchronous
    case newIsNotNormal
    case executingIsNotRaised
    case startRunsElsewhere
    case startByHandIgnoresCancel
    case startLeavesCancelledUnfinished
    case startRunsFinishedAgain
    case startOnFinishedStops
    case startOnExecutingIsIgnored
    case startRunsUnready
    case finishedIsNotReady
    case overrideReturnFinishes
    case overrideReturnGivesSlotBack
    case overrideReturnLeavesQueue
    case overrideReturnReleasesDependents
    case blockRunsInsideAdd

    // Cancellation finishing
    case cancelEndsExecuting
    case cancelIsDeferredByMain
    case lateCancelRaisesFlag
    case queueRunsCancelled
    case cancelEndsQueued
    case cancelEndsUnqueued
    case cancelledIsNotStarted
    case cancelledStillWaits
    case cancelledKeepsSlot
    case endClearsCancelled
    case secondCancelRevokes
    case cancelReachesDependents
    case cancelAllSparesExecuting
    case cancelAllEmptiesQueue
    case cancelAllSticks

    // Dependency ordering
    case ignoresDependencies
    case firstDependencyReleases
    case lastAddedDependencyReleases
    case startReleasesDependents
    case cancelledDependencyReleases
    case cancelledDependencyNeverReleases
    case finishedDependencyHolds
    case ignoresDependenciesOfOtherQueues
    case prunesFinishedDependencies
    case listsDependenciesBackwards
    case listsDependencyTwice
    case removedDependencyStillHolds
    case removingStrangerRemovesFirst
    case dependencyAfterAddingIsIgnored
    case highPriorityIgnoresDependencies

    // Deadlock on cycles
    case runsCycleMembers
    case firstAddedBreaksCycle
    case cycleBlocksQueue
    case cycleTakesSlots
    case cancelledInCycleWaits
    case cancelReachesCycle
    case removedEdgeKeepsCycle
    case closingEdgeIsDropped
    case closingEdgeStops
    case selfDependencyIsDropped
    case selfDependencyNeverReturns
    case dependsNotOnItself
    case namesNoCycle
    case namesCycleBackwards
    case namesDependentsToo

    // Priority order
    case lastAddedFirst
    case lowestPriorityFirst
    case priorityIsIgnored
    case extremePrioritiesAreClamped
    case normalPriorityFirst
    case unreadyHoldsUpItsLevel
    case unreadyHoldsUpLowerLevels

    // Concurrency limit
    case oneSlotTooMany
    case serialOverlaps
    case defaultLimitIsNumber
    case raisedLimitWaitsForEvent
    case loweringLimitCancels
    case loweredLimitIsIgnored
    case zeroIsUnlimited
    case negativeLimitIsTaken
    case overlapsOnlyTwo
    case oneStartAnEvent

    // Suspension
    case suspensionSparesAdded
    case addingWhileSuspendedStops
    case suspensionsAreCounted
    case resumeStartsOne

    // Adding and leaving
    case addingTwiceIsIgnored
    case listsOnlyWaiting
    case losesEveryHundredth

    // Waiting and completion
    case wakesOneWaiter
    case waitingForNewWaits
    case waitingIsForThosePresent
    case countsLastEnded
    case completionBlockRunsTwice
    case completionBlockRunsFirst
    case cancelledHasNoCompletion
}
