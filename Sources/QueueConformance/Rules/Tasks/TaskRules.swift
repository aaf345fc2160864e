/// Family 13: queues that run closures, and give back what these return or throw.
enum TaskRules {
    static let all = [
        startOrderRule, serialRule, resultsRule, cancellingRule, cancelsNoOtherRule, cancelAllRule,
        addingInsideRule, nestedRule, barrierRule, widthRule, releasedRule, isolationRule,
        cancelledWaiterRule, escalationRule, backPressureRule, everyBodyOnceRule, notInsideAddRule,
    ]
}
