internal import Operations

/// Family 3: what waits for what.
enum DependencyRules {
    static let all = [
        waitsForAllRule, finishedDependencyRule, acrossQueuesRule, dependentFirstRule, listOfDependenciesRule,
        addedTwiceRule, removeUnfinishedRule, removeStrangerRule, addedTooLateRule, addedWhileQueuedRule,
        outrankPriorityRule, effectsAreVisibleRule, longChainIsReleasedRule, fanInRule, chainIsLinearRule,
        graphIsReleasedRule, endCostRule, endWhileAddingRule, releasedDependentsRule,
    ]
}
