internal import ConcurrencyPrimitives
private import Operations

/// What an operation waits for.
extension FaultyOperation {
    public var dependencies: [FaultyOperation] {
        universe.read {
            defect == .prunesFinishedDependencies
                ? currentDependencies.filter { !$0.isCurrentlyFinished } : currentDependencies
        }
    }

    public func addDependency(_ operation: FaultyOperation) {
        if operation.universe !== universe { fatalError("A dependency is of another universe.") }
        if defect == .selfDependencyNeverReturns && operation === self { Parker().park() }
        universe.change { _ in
            defer { didChange() }
            if defect == .dependencyAfterAddingIsIgnored && queue != nil { return }
            if defect == .finishedDependencyHolds && operation.isCurrentlyFinished { isStuck = true }
            if defect == .lateDependencyUnfinishes && isCurrentlyFinished { isCurrentlyFinished = false }
            if currentDependencies.contains(operation) && defect != .listsDependencyTwice { return }
            currentDependencies.append(operation)
            if queue != nil { noteDependency(operation) }
        }
    }

    public func removeDependency(_ operation: FaultyOperation) {
        universe.change { _ in
            defer { didChange() }
            guard let index = currentDependencies.firstIndex(of: operation) else {
                if defect == .removingStrangerRemovesFirst && !currentDependencies.isEmpty {
                    currentDependencies.removeFirst()
                }
                return
            }
            if defect == .removedDependencyStillHolds && !operation.isCurrentlyFinished { isStuck = true }
            if defect == .removedEdgeKeepsCycle && waitsForItself { isStuck = true }
            currentDependencies.remove(at: index)
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
