/// Family 12: what an operation depends on besides others, who is notified of it, and what follows from it.
enum AdvancedRules {
    static let all = [
        evaluatedBetweenRule, failedConditionRule, ownDependencyRule, evaluatedOnceRule,
        cancelledEvaluationRule,
        negatedConditionRule, sharedConditionRule,
        neverOverlapRule, noDeadlockRule, cancelledInLineRule, lineBeforePriorityRule, acrossKindsRule,
        noSlotInLineRule, stoppedQueueRule,
        observersRule, observersInOrderRule, lateObserverRule, nothingIsKeptRule,
        producedRule, delegateRule, firstFinishRule,
        groupRule, stoppedGroupRule, growingGroupRule, nestedGroupsRule,
        timeoutRule, timeoutAtEndRule, retryRule, delayRule, inputRule, missingInputRule,
    ]
}
