internal import Operations

/// Family 1: from a new operation to a finished one.
enum LifeCycleRules {
    static let all = [
        newOperationRule, neverExecutingAndFinishedRule, onlyForwardRule, executingInsideMainRule,
        mainAtMostOnceRule, startRunsMainRule, startWhenCancelledRule, startWhenFinishedRule,
        startWhenExecutingRule, startWhenNotReadyRule, startWhenHeldRule, readyWhenFinishedRule,
        overrideOccupiesSlotRule, returningDoesNotFinishRule, overrideHoldsDependentsRule, neverInsideAddRule,
        endBeforeStartRule, readinessHoldsBackRule, cancelledAndHeldBackRule, thrownErrorIsKeptRule,
        asyncExecutesToItsEndRule, operationIsObservedRule, dependencyOfFinishedRule, queueIsObservedRule,
        endIsAnnouncedOnceRule, readinessIsAskedRule,
    ]
}
