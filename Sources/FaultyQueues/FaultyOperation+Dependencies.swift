internal import ConcurrencyPrimitives
private import Operations

/// What an operation waits for.
extension FaultyOperation {
    public var dependencies: [FaultyOperation] {
        domain.read {
            defect == .prunesFinishedDependencies
                ? currentDependencies.filter { !$0.isCurrentlyFinished } : currentDependencies
        }
    }

    public func addDependency(_ operation: FaultyOperation) {
        if operation.domain !== domain { fatalError("A dependency is of another domain.") }
        if defect == .selfDependencyNeverReturns && operation === self { Parker().park() }
        domain.change { change in
            defer { didChange() }
            if defect == .dependencyAfterAddingIsIgnored && queue != nil { return }
            if defect == .finishedDependencyHolds && operation.isCurrentlyFinished { isStuck = true }
            if defect == .lateDependencyUnfinishes && isCurrentlyFinished { isCurrentlyFinished = false }
            let isNew = dependencyIDs.insert(ObjectIdentifier(operation)).inserted
            if !isNew && defect != .listsDependencyTwice { return }
            currentDependencies.append(operation)
            if queue != nil || defect == .releasedLate {
                noteDependency(operation)
            } else {
                noteEarlyDependency(operation, &change)
            }
        }
    }

    public func removeDependency(_ operation: FaultyOperation) {
        domain.change { _ in
            defer { didChange() }
            guard let index = currentDependencies.firstIndex(of: operation) else {
                if defect == .removingStrangerRemovesFirst && !currentDependencies.isEmpty {
                    dependencyIDs.remove(ObjectIdentifier(currentDependencies.removeFirst()))
                }
                return
            }
            if defect == .removedDependencyStillHolds && !operation.isCurrentlyFinished { isStuck = true }
            if defect == .removedEdgeKeepsCycle && waitsForItself { isStuck = true }
            currentDependencies.remove(at: index)
            if !currentDependencies.contains(operation) {
                dependencyIDs.remove(ObjectIdentifier(operation))
            }
            if queue != nil { noteNoDependency(operation) }
        }
    }

    // MARK: Cycles, for defects and for naming

    /// What this operation waits for directly: nothing once it is cancelled, starts or has finished.
    var currentObstacles: [FaultyOperation] {
        if isCurrentlyCancelled || isCurrentlyExecuting || isCurrentlyFinished { return [] }
        return currentDependencies.filter { !$0.isCurrentlyFinished }
            + (queue?.barrierObstacles(of: self) ?? [])
    }

    /// Whether this operation is a member of a cycle.
    var waitsForItself: Bool {
        var found: Set<FaultyOperation> = []
        var next = currentObstacles
        while let operation = next.popLast() {
            if operation === self { return true }
            if found.insert(operation).inserted { next += operation.currentObstacles }
        }
        return false
    }
}

extension Defect {
    static let prunesFinishedDependencies = Defect(
        "prunesFinishedDependencies", .dependencyOrdering, "dependencies leaves out what has finished",
        caughtBy: "1.22", "3.5")
    static let selfDependencyNeverReturns = Defect(
        "selfDependencyNeverReturns", .cycles, "addDependency of an operation on itself never returns",
        caughtBy: "4.6")
    static let dependencyAfterAddingIsIgnored = Defect(
        "dependencyAfterAddingIsIgnored", .dependencyOrdering,
        "a dependency added to a queued operation is ignored", caughtBy: "1.22", "3.7", "3.10", "4.7")
    static let finishedDependencyHolds = Defect(
        "finishedDependencyHolds", .dependencyOrdering,
        "depending on a finished operation holds back for ever", caughtBy: "2.8", "3.2")
    static let lateDependencyUnfinishes = Defect(
        "lateDependencyUnfinishes", .stateExclusivity,
        "a dependency added to a finished operation takes isFinished back", caughtBy: "1.3", "3.9")
    static let listsDependencyTwice = Defect(
        "listsDependencyTwice", .dependencyOrdering,
        "a dependency that is added twice is listed twice and has to be removed twice",
        caughtBy: "1.22", "3.6")
    static let removingStrangerRemovesFirst = Defect(
        "removingStrangerRemovesFirst", .dependencyOrdering,
        "removing what is no dependency removes the first one", caughtBy: "3.8")
    static let removedDependencyStillHolds = Defect(
        "removedDependencyStillHolds", .dependencyOrdering,
        "an operation is never ready again once an unfinished dependency was removed",
        caughtBy: "1.22", "3.7", "4.5")
    static let removedEdgeKeepsCycle = Defect(
        "removedEdgeKeepsCycle", .cycles, "removing an edge of a cycle releases nothing", caughtBy: "4.5")
}
