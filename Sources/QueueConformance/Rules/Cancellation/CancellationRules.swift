internal import Operations

/// Family 2: what cancelling does, and what it leaves alone.
enum CancellationRules {
    static let all = [
        cancelWhileExecutingRule, cancelAfterFinishRule, cancelBeforeStartRule, statesAtEndRule,
        cancelledIsReadyRule, cancelOutsideQueueRule, cancelledDependencyHoldsRule,
        cancelledDependencyReleasesRule, cancelItselfRule, cancelEverythingRule, addAfterCancelAllRule,
        cancelTwiceRule, asyncBodySeesCancelRule, cancelRacingStartRule, slotsAfterCancellingRule,
        cancelReachesOneRule, cancelledIsStartedRule, cancelReachesBodyRule,
    ]
}
