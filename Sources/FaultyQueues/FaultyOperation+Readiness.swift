private import Operations

/// An `isReady` of the operation's own, which says no until it is opened.
extension FaultyOperation {
    /// - Parameter whenAsked: Called, under no lock, when the operation is asked, with what nothing of its own would answer.
    func holdBack(whenAsked: (@Sendable (Bool) -> Void)?) {
        domain.read { (isHeldBack, extras.whenAsked) = (true, whenAsked) }
    }

    func open() {
        domain.change { _ in
            isHeldBack = false
            if defect != .announcedReadinessIsNotHeard { didChange() }
        }
    }

    // MARK: Asking

    /// What tells that the operation is asked now.
    var currentAsk: (@Sendable () -> Void)? {
        guard let whenAsked = extras.whenAsked else { return nil }
        let wasHeldBack = isHeldBack
        isHeldBack = false
        defer { isHeldBack = wasHeldBack }
        let isReady = isCurrentlyReady
        return { whenAsked(isReady) }
    }

    /// A dependency has been added while the operation is in no queue.
    func noteEarlyDependency(_ dependency: FaultyOperation, _ change: inout Change) {
        guard let ask = currentAsk else { return }
        if !dependency.isCurrentlyFinished {
            dependency.extras.earlyDependents.append(FaultyExtras.Dependent(operation: self))
        }
        if defect != .addedDependencyAsksNobody { change.asks.append(ask) }
    }

    /// Asks those for which this was the last dependency, which has just finished.
    func askReleased(_ change: inout Change) {
        let early = extras.earlyDependents.compactMap(\.operation).filter { $0.queue == nil }
        extras.earlyDependents = []
        for dependent in dependents + early where dependent.isFreeOfDependencies {
            guard let ask = dependent.currentAsk else { continue }
            if defect == .endAsksOnlyQueued, dependent.queue == nil { continue }
            if defect == .endAsksTooEarly, let whenAsked = dependent.extras.whenAsked {
                change.asks.append { whenAsked(false) }
            } else {
                change.asks.append(ask)
            }
        }
    }

    /// What two defects do in a step of its own before the operation joins a queue: a race leaves the dependencies that know it.
    func prepareToJoin() {
        switch defect {
        case .leavesBeforeJoining:
            domain.read {
                extras.wasFreeWhenLeaving = isFreeOfDependencies
                for dependency in currentDependencies {
                    dependency.extras.earlyDependents.removeAll { $0.operation === self }
                }
            }
        case .endWhileAddingIsMissed:
            domain.read {
                extras.wasFreeWhenLeaving = isFreeOfDependencies
                return currentAsk
            }?()
        default: break
        }
    }

    /// The operation joins a queue, and is asked unless a dependency is to ask it.
    func askJoining(_ change: inout Change) {
        let isFree = defect == .leavesBeforeJoining ? extras.wasFreeWhenLeaving : isFreeOfDependencies
        if defect == .endWhileAddingIsMissed, extras.whenAsked != nil {
            extras.isOverlooked = isFreeOfDependencies && !extras.wasFreeWhenLeaving
        }
        if isFree, let ask = currentAsk { change.asks.append(ask) }
    }
}

extension Defect {
    static let announcedReadinessIsNotHeard = Defect(
        "announcedReadinessIsNotHeard", .readiness,
        "an operation whose own isReady says that it is true now is not looked at", caughtBy: "1.18", "1.22")
    static let addedDependencyAsksNobody = Defect(
        "addedDependencyAsksNobody", .readiness,
        "an operation in no queue is not asked for its own isReady when a dependency is added",
        caughtBy: "1.26")
    static let endAsksOnlyQueued = Defect(
        "endAsksOnlyQueued", .readiness,
        "an operation in no queue is not asked for its own isReady when its last dependency ends",
        caughtBy: "1.26")
    static let endAsksTooEarly = Defect(
        "endAsksTooEarly", .readiness,
        "an operation is asked for its own isReady before its last dependency counts as finished",
        caughtBy: "1.26")
    static let endWhileAddingIsMissed = Defect(
        "endWhileAddingIsMissed", .readiness,
        "an operation is asked for its own isReady, and joins a queue a moment later; if its last dependency has ended "
            + "meanwhile, it never starts", caughtBy: "3.18")
    static let leavesBeforeJoining = Defect(
        race: "leavesBeforeJoining", .readiness,
        "an operation leaves the dependencies that know it, and joins a queue a moment later",
        caughtBy: "1.26")
}
