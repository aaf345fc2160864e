internal import ConcurrencyPrimitives
internal import Operations

/// The settings of a queue, and what it lists.
extension FaultyQueue {
    public func setSuspended(_ suspended: Bool) {
        if isMain && defect != .mainQueueIsSuspended { return }
        if defect == .suspensionToggles {
            if domain.read({ isCurrentlySuspended == suspended }) { return }
            return domain.change { _ in isCurrentlySuspended.toggle() }
        }
        let startsNothing =
            defect == .resumeLooksBeforeAdding && !suspended && !domain.read { holdsWaiting }
        domain.change { change in
            if startsNothing { change.startLimit = 0 }
            if defect == .resumeStartsOne && !suspended { change.startLimit = 1 }
            suspensionCount = max(0, suspensionCount + (suspended ? 1 : -1))
            isCurrentlySuspended = defect == .suspensionsAreCounted ? suspensionCount > 0 : suspended
        }
        noteWhetherStopped()
    }

    public func setMaxConcurrentOperationCount(_ count: Int) {
        if count < -1 && defect != .negativeLimitIsTaken { stop("6.6", "a limit of \(count)") }
        if isMain && defect != .mainQueueTakesLimit { return }
        let startsNothing = defect == .raiseLooksBeforeAdding && !domain.read { holdsWaiting }
        domain.change { change in
            if startsNothing { change.startLimit = 0 }
            if defect == .loweringLimitCancels && count >= 0 && count < slotsInUse {
                for operation in currentOperations where operation.isCurrentlyExecuting {
                    operation.cancel(&change)
                }
            }
            if defect == .raisedLimitWaitsForEvent && count > currentLimit { change.startLimit = 0 }
            currentLimit = count
        }
        noteWhetherStopped()
    }

    public func setName(_ name: String?) {
        if isMain && defect != .mainQueueIsRenamed { return }
        if defect == .nameIsShared { return domain.sharedName.withLock { $0 = name } }
        domain.change { _ in currentName = name }
    }

    /// A name for people. By default the type.
    public var name: String? {
        if defect == .nameIsShared, let name = domain.sharedName.withLock({ $0 }) { return name }
        let byDefault = defect == .isNamelessByDefault ? nil : "FaultyQueue"
        return domain.read { currentName } ?? byDefault
    }

    public var isSuspended: Bool { domain.read { isCurrentlySuspended } }
    public var maxConcurrentOperationCount: Int { domain.read { currentLimit } }

    public var operations: [FaultyOperation] {
        domain.read {
            switch defect {
            case .listsOnlyWaiting: currentOperations.filter { !$0.isCurrentlyExecuting }
            case .listsByPriority:
                currentOperations.sorted { $0.currentPriority.level > $1.currentPriority.level }
            default: currentOperations
            }
        }
    }

    public var operationCount: Int {
        domain.read {
            if defect == .countsOnlyWaiting { return currentOperations.count { !$0.isCurrentlyExecuting } }
            let count = currentOperations.count
            return defect == .countsLastEnded && addedCount > 0 ? max(1, count) : count
        }
    }
}

extension Defect {
    static let mainQueueIsSuspended = Defect(
        "mainQueueIsSuspended", .queueProperties, "the main queue can be suspended", caughtBy: "10.3")
    static let suspensionToggles = Defect(
        race: "suspensionToggles", .suspension,
        "two calls that both have to change the suspension both turn it over", caughtBy: "7.5")
    static let resumeLooksBeforeAdding = Defect(
        race: "resumeLooksBeforeAdding", .suspension, "a resume doesn't start what was added since it looked",
        caughtBy: "7.2")
    static let resumeStartsOne = Defect(
        "resumeStartsOne", .suspension, "resuming starts a single operation", caughtBy: "7.4")
    static let suspensionsAreCounted = Defect(
        "suspensionsAreCounted", .suspension, "a queue suspended twice has to be resumed twice",
        caughtBy: "7.5")
    static let negativeLimitIsTaken = Defect(
        "negativeLimitIsTaken", .concurrencyLimit, "a limit below -1 is accepted", caughtBy: "6.6")
    static let mainQueueTakesLimit = Defect(
        "mainQueueTakesLimit", .queueProperties, "the main queue's limit can be changed", caughtBy: "10.3")
    static let raiseLooksBeforeAdding = Defect(
        race: "raiseLooksBeforeAdding", .concurrencyLimit,
        "a raise of the limit doesn't start what was added since it looked", caughtBy: "6.3")
    static let loweringLimitCancels = Defect(
        "loweringLimitCancels", .concurrencyLimit, "lowering the limit cancels what executes",
        caughtBy: "6.4")
    static let raisedLimitWaitsForEvent = Defect(
        "raisedLimitWaitsForEvent", .concurrencyLimit,
        "raising the limit starts nothing before the next event", caughtBy: "6.3", "6.4", "6.5", "8.8",
        "12.16",
        "12.28")
    static let mainQueueIsRenamed = Defect(
        "mainQueueIsRenamed", .queueProperties, "the main queue's name can be changed", caughtBy: "10.3")
    static let nameIsShared = Defect(
        "nameIsShared", .queueProperties, "the name that is set on one queue is that of all",
        caughtBy: "1.24", "10.7")
    static let isNamelessByDefault = Defect(
        "isNamelessByDefault", .queueProperties, "a queue has no name unless it is set", caughtBy: "10.6")
    static let listsOnlyWaiting = Defect(
        "listsOnlyWaiting", .membership, "operations leaves out what executes",
        caughtBy: "1.13", "2.10", "8.4", "8.5")
    static let listsByPriority = Defect(
        "listsByPriority", .membership, "operations is in the order of priority", caughtBy: "8.5")
    static let countsOnlyWaiting = Defect(
        "countsOnlyWaiting", .membership, "operationCount leaves out what executes", caughtBy: "8.5")
    static let countsLastEnded = Defect(
        "countsLastEnded", .waiting, "operationCount never falls to 0 again", caughtBy: "8.5", "9.4")
}
