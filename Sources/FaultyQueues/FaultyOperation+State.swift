internal import ConcurrencyPrimitives
private import Operations

/// What an operation says of itself, and how that is decided.
extension FaultyOperation {
    public var isReady: Bool {
        evaluateAgain()
        let (isReady, ask) = domain.read {
            (isCurrentlyReady && !(defect == .finishedIsNotReady && isCurrentlyFinished), currentAsk)
        }
        ask?()
        return isReady
    }

    public var isExecuting: Bool { domain.read { isCurrentlyExecuting } }
    public var isFinished: Bool { domain.read { isCurrentlyFinished } }
    public var isCancelled: Bool { domain.read { isCurrentlyCancelled } }

    /// Whether nothing holds the operation back (rules 2.5 and 3.1).
    var isCurrentlyReady: Bool {
        if isStuck { return false }
        if isCurrentlyExecuting || isCurrentlyFinished { return true }
        if isHeldBack && defect != .readinessOverrideIsIgnored { return false }
        if isCurrentlyCancelled && defect != .cancelledStillWaits && !waitsForEvaluation { return true }
        return !isHeldByConditions && isFreeOfDependencies
    }

    /// Whether no dependency holds the operation back.
    var isFreeOfDependencies: Bool {
        if defect == .runsCycleMembers && waitsForItself { return true }
        if defect == .dependencyCounter, queue != nil { return unfinishedDependencies.load() <= 0 }
        if isHeld { return false }
        if defect == .highPriorityIgnoresDependencies && currentPriority.level > QueuePriority.normal.level {
            return true
        }
        switch defect {
        case .firstDependencyReleases:
            return currentDependencies.isEmpty || currentDependencies.contains(where: releases)
        case .lastAddedDependencyReleases:
            return currentDependencies.last.map(releases) ?? true
        default:
            return currentDependencies.allSatisfy(releases)
        }
    }

    /// What says whether a dependency no longer holds this operation back. The defect is looked up once for all of them.
    private var releases: (FaultyOperation) -> Bool {
        switch defect {
        case .cancelledDependencyReleases:
            { $0.isCurrentlyFinished || $0.isCurrentlyCancelled }
        case .cancelledDependencyNeverReleases:
            { $0.isCurrentlyFinished && !$0.isCurrentlyCancelled }
        case .ignoresDependenciesOfOtherQueues:
            { $0.isCurrentlyFinished || $0.queue.map { $0 !== self.queue } ?? false }
        case .dependsNotOnItself:
            { $0.isCurrentlyFinished || $0 === self }
        case .overrideReturnReleasesDependents:
            { $0.isCurrentlyFinished || $0.hasReturnedFromStart }
        default:
            { $0.isCurrentlyFinished }
        }
    }
}

extension Defect {
    static let finishedIsNotReady = Defect(
        "finishedIsNotReady", .lifeCycle, "isReady is false once the operation has finished",
        caughtBy: "1.12", "1.22")
    static let readinessOverrideIsIgnored = Defect(
        "readinessOverrideIsIgnored", .readiness, "an operation is started though its own isReady is false",
        caughtBy: "1.18", "1.22")
    static let cancelledStillWaits = Defect(
        "cancelledStillWaits", .cancellationFinishing,
        "a cancelled operation still waits for its dependencies", caughtBy: "1.22", "2.5", "4.4", "11.4",
        "12.5", "12.7", "12.13", "12.26")
    static let runsCycleMembers = Defect(
        "runsCycleMembers", .cycles, "members of a cycle are started", caughtBy: "3.17", "4.1", "4.6", "4.8",
        "11.4")
    static let highPriorityIgnoresDependencies = Defect(
        "highPriorityIgnoresDependencies", .dependencyOrdering,
        "operations of more than normal priority do not wait for dependencies", caughtBy: "1.22", "3.11")
    static let firstDependencyReleases = Defect(
        "firstDependencyReleases", .dependencyOrdering, "one finished dependency out of several is enough",
        caughtBy: "3.1", "3.7", "3.10", "3.14")
    static let lastAddedDependencyReleases = Defect(
        "lastAddedDependencyReleases", .dependencyOrdering, "only the dependency that was added last counts",
        caughtBy: "3.1", "3.14")
    static let cancelledDependencyReleases = Defect(
        "cancelledDependencyReleases", .cancellationFinishing,
        "a dependency that is cancelled releases its dependents before it has finished", caughtBy: "2.7")
    static let cancelledDependencyNeverReleases = Defect(
        "cancelledDependencyNeverReleases", .cancellationFinishing,
        "a dependency that finished cancelled never counts as finished",
        caughtBy: "2.8", "2.16", "4.4", "11.4", "12.31")
    static let ignoresDependenciesOfOtherQueues = Defect(
        "ignoresDependenciesOfOtherQueues", .dependencyOrdering,
        "a dependency that another queue holds does not count", caughtBy: "3.3", "4.9", "11.1", "12.30")
    static let dependsNotOnItself = Defect(
        "dependsNotOnItself", .cycles, "an operation that depends on itself starts", caughtBy: "4.6")
}
