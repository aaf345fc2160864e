internal import ConcurrencyPrimitives
import Operations

/// Family 4: operations that wait for one another in a circle.
enum CycleRules {
    static let all = [
        deadlockRule, containmentRule, onlyACycleRule, cancellationRule, removalRule, closingRule, namingRule,
        boundedWaitingRule, acrossQueuesRule, boundsRule,
    ]
}
