internal import ConcurrencyPrimitives

/// How races count what an operation waits for, from when it is added.
extension FaultyOperation {
    private var isCounted: Bool { race == .dependencyCounter || race == .lastEndOfFanIn }

    func noteDependency(_ dependency: FaultyOperation) {
        guard isCounted, !dependency.isCurrentlyFinished else { return }
        dependency.dependents.append(self)
        unfinishedDependencies.adding(1)
        isHeld = race == .lastEndOfFanIn
    }

    func noteNoDependency(_ dependency: FaultyOperation) {
        guard isCounted, let index = dependency.dependents.firstIndex(of: self) else { return }
        dependency.dependents.remove(at: index)
        unfinishedDependencies.adding(-1)
        isHeld = isHeld && currentDependencies.contains { !$0.isCurrentlyFinished }
    }

    /// Those that wait for this operation and nothing else: to be let go at its end.
    var releasedByEnd: [FaultyOperation] {
        dependents.filter { dependent in
            dependent.currentDependencies.allSatisfy { $0 === self || $0.isCurrentlyFinished }
        }
    }

    /// Counts down a dependency that has ended.
    func countDown() {
        let count = unfinishedDependencies.load()
        unfinishedDependencies.store(count - 1)
        if count == 1 { universe.change { _ in } }
    }
}
