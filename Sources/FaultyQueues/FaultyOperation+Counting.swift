internal import ConcurrencyPrimitives

/// The dependents of an operation, from when it is added; and how races count what it waits for.
extension FaultyOperation {
    private var isCounted: Bool { defect == .dependencyCounter || isHeldUntilReleased }

    private var isHeldUntilReleased: Bool { defect == .lastEndOfFanIn || defect == .releasedLate }

    func noteDependency(_ dependency: FaultyOperation) {
        guard !dependency.isCurrentlyFinished else { return }
        // Counted before it was added.
        if defect == .releasedLate, dependency.dependents.contains(where: { $0 === self }) { return }
        dependency.dependents.append(self)
        guard isCounted else { return }
        unfinishedDependencies.adding(1)
        isHeld = isHeldUntilReleased
    }

    func noteNoDependency(_ dependency: FaultyOperation) {
        guard let index = dependency.dependents.firstIndex(of: self) else { return }
        dependency.dependents.remove(at: index)
        guard isCounted else { return }
        unfinishedDependencies.adding(-1)
        isHeld = isHeld && currentDependencies.contains { !$0.isCurrentlyFinished }
    }

    /// Has their queues look whether this operation, and what waits for it, is ready.
    func didChange() {
        queue?.reconsider(self)
        for dependent in dependents { dependent.queue?.reconsider(dependent) }
    }

    /// The dependents that wait for nothing but this operation: its end releases them.
    var releasedByEnd: [FaultyOperation] {
        guard defect == .lastEndOfFanIn else { return [] }
        return dependents.filter { dependent in
            dependent.currentDependencies.allSatisfy { $0 === self || $0.isCurrentlyFinished }
        }
    }

    /// Counts down a dependency that has ended.
    func countDown() {
        let count = unfinishedDependencies.load()
        unfinishedDependencies.store(count - 1)
        guard count == 1 else { return }
        domain.change { change in
            isHeld = false
            didChange()
            if let ask = currentAsk { change.asks.append(ask) }
        }
    }
}

extension Defect {
    static let dependencyCounter = Defect(
        race: "dependencyCounter", .dependencyOrdering,
        "dependencies are counted down by a load and a store: one of two ends is lost", caughtBy: "3.14")
    static let lastEndOfFanIn = Defect(
        race: "lastEndOfFanIn", .dependencyOrdering,
        "of two dependencies that end together, each leaves the dependent to the other", caughtBy: "3.14")
    static let releasedLate = Defect(
        race: "releasedLate", .dependencyOrdering,
        "an operation learns a moment later than others that its dependency has finished", caughtBy: "3.2")
}
