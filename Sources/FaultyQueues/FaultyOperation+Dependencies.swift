internal import ConcurrencyPrimitives
private import Operations

/// What an operation waits for.
extension FaultyOperation {
    public var dependencies: [FaultyOperation] {
        Universe.read {
            switch defect {
            case .prunesFinishedDependencies: currentDependencies.filter { !$0.isCurrentlyFinished }
            case .listsDependenciesBackwards: currentDependencies.reversed()
            default: currentDependencies
            }
        }
    }

    public func addDependency(_ operation: FaultyOperation) {
        if defect == .selfDependencyNeverReturns && operation === self { Parker().park() }
        Universe.change { _ in
            if defect == .selfDependencyIsDropped && operation === self { return }
            if defect == .closingEdgeIsDropped && operation.waits(for: self) { return }
            if defect == .closingEdgeStops && operation.waits(for: self) {
                stop("4.6", "the dependency would close a cycle")
            }
            if defect == .dependencyAfterAddingIsIgnored && queue != nil { return }
            if defect == .finishedDependencyHolds && operation.isCurrentlyFinished { isStuck = true }
            if defect == .lateDependencyUnfinishes && isCurrentlyFinished { isCurrentlyFinished = false }
            if currentDependencies.contains(operation) && defect != .listsDependencyTwice { return }
            currentDependencies.append(operation)
        }
    }

    public func removeDependency(_ operation: FaultyOperation) {
        Universe.change { _ in
            guard let index = currentDependencies.firstIndex(of: operation) else {
                if defect == .removingStrangerRemovesFirst && !currentDependencies.isEmpty {
                    currentDependencies.removeFirst()
                }
                return
            }
            if defect == .removedDependencyStillHolds && !operation.isCurrentlyFinished { isStuck = true }
            if defect == .removedEdgeKeepsCycle && waitsForItself { isStuck = true }
            currentDependencies.remove(at: index)
        }
    }

    // MARK: Cycles, for defects and for naming

    /// What this operation waits for directly: nothing once it is cancelled, starts or has finished.
    var currentObstacles: [FaultyOperation] {
        if isCurrentlyCancelled || isCurrentlyExecuting || isCurrentlyFinished { return [] }
        return currentDependencies.filter { !$0.isCurrentlyFinished }
    }

    /// Whether a way leads from this operation to `other`, over what operations wait for.
    func waits(for other: FaultyOperation) -> Bool {
        self === other || obstacles(of: currentObstacles).contains(other)
    }

    /// Whether this operation is a member of a cycle.
    var waitsForItself: Bool { obstacles(of: currentObstacles).contains(self) }

    /// The other members of the cycles that this operation is in.
    var othersInCycle: [FaultyOperation] {
        obstacles(of: currentObstacles).filter { $0 !== self && $0.waits(for: self) }
    }

    var isFirstOfItsCycle: Bool {
        guard let queue, waitsForItself else { return false }
        let members = Set(othersInCycle + [self])
        return queue.currentOperations.first { members.contains($0) } === self
    }

    /// All that `operations` are or wait for, however indirectly.
    private func obstacles(of operations: [FaultyOperation]) -> Set<FaultyOperation> {
        var found: Set<FaultyOperation> = []
        var next = operations
        while let operation = next.popLast() {
            if found.insert(operation).inserted { next += operation.currentObstacles }
        }
        return found
    }
}
