internal import ConcurrencyPrimitives
private import Operations

/// What an operation says of itself, and how that is decided.
extension FaultyOperation {
    public var isReady: Bool {
        universe.read {
            if defect == .finishedIsNotReady && isCurrentlyFinished { return false }
            return isCurrentlyReady
        }
    }

    public var isExecuting: Bool { universe.read { isCurrentlyExecuting } }
    public var isFinished: Bool { universe.read { isCurrentlyFinished } }
    public var isCancelled: Bool { universe.read { isCurrentlyCancelled } }

    /// Whether nothing holds the operation back (rules 2.5 and 3.1).
    var isCurrentlyReady: Bool {
        if isStuck { return false }
        if isCurrentlyExecuting || isCurrentlyFinished { return true }
        if isGated && defect != .readinessOverrideIsIgnored { return false }
        if isCurrentlyCancelled && defect != .cancelledStillWaits { return true }
        if defect == .runsCycleMembers && waitsForItself { return true }
        if race == .dependencyCounter { return unfinishedDependencies.load() <= 0 }
        if isHeld { return false }
        if defect == .highPriorityIgnoresDependencies && currentPriority > .normal { return true }
        switch defect {
        case .firstDependencyReleases:
            return currentDependencies.isEmpty || currentDependencies.contains { releases($0) }
        case .lastAddedDependencyReleases:
            return currentDependencies.last.map(releases) ?? true
        default:
            return currentDependencies.allSatisfy { releases($0) }
        }
    }

    /// Whether `dependency` no longer holds this operation back.
    private func releases(_ dependency: FaultyOperation) -> Bool {
        switch defect {
        case .cancelledDependencyReleases:
            dependency.isCurrentlyFinished || dependency.isCurrentlyCancelled
        case .cancelledDependencyNeverReleases:
            dependency.isCurrentlyFinished && !dependency.isCurrentlyCancelled
        case .ignoresDependenciesOfOtherQueues:
            dependency.isCurrentlyFinished || dependency.queue.map { $0 !== queue } ?? false
        case .dependsNotOnItself:
            dependency.isCurrentlyFinished || dependency === self
        case .overrideReturnReleasesDependents:
            dependency.isCurrentlyFinished || dependency.hasReturnedFromStart
        default:
            dependency.isCurrentlyFinished
        }
    }
}
