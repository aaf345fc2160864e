import Operations

/// Family 6: how many operations execute at once.
enum LimitRules {
    static let all = [
        neverMoreRule, byDefaultRule, raisingRule, loweringRule, zeroRule, negativeRule, overlapRule,
        serialRule, noIdleSlotRule, nestedRule, returnedStartRule, blockedRule, surplusRule,
        onUnderlyingQueueRule, widthRule,
    ]
}
