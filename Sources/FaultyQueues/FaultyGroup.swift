/// What an operation consists of that is a group.
///
/// `@unchecked Sendable`: every `var` is read and written under the lock of the `FixtureDomain` of its operations only.
final class FaultyGroup: @unchecked Sendable {
    enum Phase { case notStarted, open, ended }

    /// What runs its operations.
    let queue: FaultyQueue
    let retries: FaultyRetries?
    var phase = Phase.notStarted
    /// What joins the queue when the group starts.
    var waiting: [FaultyOperation] = []
    /// What has joined the queue, and hasn't ended.
    var members: Set<FaultyOperation> = []
    /// The errors of those that have ended.
    var errors: [any Error] = []
    /// Whether it goes on when it has no members.
    var isHeldOpen = false

    init(_ queue: FaultyQueue, retries: FaultyRetries? = nil) {
        self.queue = queue
        self.retries = retries
    }

    /// Everything that it consists of now.
    fileprivate var children: [FaultyOperation] { waiting + queue.currentOperations }

    /// Has the group end if nothing of it is left.
    func endIfEmpty(_ change: inout Change) {
        guard phase == .open, members.isEmpty, !isHeldOpen, let operation = queue.group else { return }
        phase = .ended
        if operation.defect == .groupsEndInOneAnother {
            change.nestedEnds.append(operation)
        } else {
            change.endedGroups.append(operation)
        }
    }
}

extension FaultyOperation {
    var group: FaultyGroup? {
        if case .group(let group) = work { group } else { nil }
    }

    /// Adds an operation to a group. Returns whether that hasn't come to its end.
    func add(_ operation: FaultyOperation, toGroup group: FaultyGroup) -> Bool {
        for dependency in operation.makeConditionDependencies() { _ = add(dependency, toGroup: group) }
        if defect == .groupLooksBeforeAdding, domain.read({ group.phase == .ended }) { return false }
        return domain.change { change in
            switch group.phase {
            case .ended where defect != .groupLooksBeforeAdding: return false
            case .notStarted:
                group.waiting.append(operation)
                if isCurrentlyCancelled { operation.cancel(&change) }
            case .open, .ended: group.queue.takeIn(operation, &change)
            }
            return true
        }
    }

    // MARK: From the start to the end

    /// Has the queue of the group take in what waits, also if the group is cancelled: then that is, too.
    func start(_ group: FaultyGroup) {
        let isToTry = domain.change { change in
            if isCurrentlyFinished { return false }
            if defect != .startLooksBeforeDependency, goBackIfDelayed(&change) { return false }
            let isToRun = !isCurrentlyCancelled && !hasFailedCondition
            if !isToRun, defect == .cancelledGroupLeavesChildren {
                end(&change)
                return false
            }
            isCurrentlyExecuting = true
            extras.hasBegun = true
            noteStart(isToRun: isToRun, &change)
            group.phase = .open
            group.isHeldOpen = isToRun && group.retries != nil
            for operation in group.waiting {
                group.queue.takeIn(operation, &change)
                if !isToRun, !operation.isCurrentlyCancelled { operation.cancel(&change) }
            }
            group.waiting = []
            if defect == .groupEndsAtOnce { group.members = [] }
            group.endIfEmpty(&change)
            return group.isHeldOpen
        }
        if isToTry, let retries = group.retries { tryAgain(retries, group) }
    }

    /// All that the group consists of has ended.
    func endGroup(_ change: inout Change) {
        guard let group, !hasEnded else { return }
        extras.errors += group.retries == nil ? group.errors : []
        end(&change)
    }

    // MARK: Cancelling

    func cancelChildren(_ change: inout Change) {
        guard let group else { return }
        for child in group.children where !child.isCurrentlyCancelled {
            if defect == .cancelledGroupSparesExecuting, child.isCurrentlyExecuting { continue }
            child.cancel(&change)
        }
        if let retries = group.retries { endPause(retries, group, &change) }
    }

    /// What a race does to cancel a group. False if there is none.
    func cancelGroupInTwoSections() -> Bool {
        guard defect == .groupCancelLooksBeforeAdding, let group else { return false }
        let children = domain.read { group.children }
        domain.change { change in
            cancel(&change)
            change.cancelledGroups = []
            for child in children { child.cancel(&change) }
        }
        return true
    }

    // MARK: Limits

    func setSuspended(_ suspended: Bool, _ group: FaultyGroup) {
        if defect != .groupIgnoresSuspension { group.queue.setSuspended(suspended) }
    }

    func setLimit(_ count: Int, _ group: FaultyGroup) {
        if defect != .groupIgnoresLimitZero || count > 0 {
            group.queue.setMaxConcurrentOperationCount(count)
        }
    }
}

/// What a queue does that is a group's.
extension FaultyQueue {
    func noteMember(_ operation: FaultyOperation) {
        guard let group = group?.group else { return }
        if defect == .groupEndsBeforeProduced && Self.ofTask === self { return }
        group.members.insert(operation)
    }

    /// Cancels what joins a cancelled group.
    func cancelWithGroup(_ operation: FaultyOperation, _ change: inout Change) {
        guard group?.isCurrentlyCancelled == true, !operation.isCurrentlyCancelled else { return }
        if defect != .cancelledGroupRunsLateChildren { operation.cancel(&change) }
    }

    func noteEnd(of member: FaultyOperation, _ change: inout Change) {
        guard let operation = group, let group = operation.group else { return }
        group.errors += member.extras.errors
        group.members.remove(member)
        if let retries = group.retries { operation.noteEnd(of: member, retries, group, &change) }
        group.endIfEmpty(&change)
    }
}

extension Defect {
    static let groupsEndInOneAnother = Defect(
        "groupsEndInOneAnother", .advanced, "the end of a group is part of the end of its last operation",
        caughtBy: "12.18")
    static let cancelledGroupRunsLateChildren = Defect(
        "cancelledGroupRunsLateChildren", .advanced, "what is added to a group after it was cancelled runs",
        caughtBy: "12.17")
    static let cancelledGroupLeavesChildren = Defect(
        "cancelledGroupLeavesChildren", .advanced,
        "a group that is cancelled before it starts finishes, and its operations never do",
        caughtBy: "12.7")
    static let groupEndsAtOnce = Defect(
        "groupEndsAtOnce", .advanced, "a group finishes when it has started its operations",
        caughtBy: "12.7", "12.16", "12.17", "12.18")
    static let cancelledGroupSparesExecuting = Defect(
        "cancelledGroupSparesExecuting", .advanced,
        "cancelling a group cancels those of its operations that wait", caughtBy: "12.7", "12.18")
    static let groupIgnoresSuspension = Defect(
        "groupIgnoresSuspension", .advanced, "a group that is suspended goes on starting its operations",
        caughtBy: "12.16")
    static let groupIgnoresLimitZero = Defect(
        "groupIgnoresLimitZero", .advanced, "a group to which the limit 0 is given keeps the one that it had",
        caughtBy: "12.16")
    static let groupEndsBeforeProduced = Defect(
        "groupEndsBeforeProduced", .advanced, "a group does not wait for what its operations have produced",
        caughtBy: "12.7")
    static let groupLooksBeforeAdding = Defect(
        race: "groupLooksBeforeAdding", .advanced,
        "a group that has ended since it was looked at takes another operation", caughtBy: "12.7")
    static let groupCancelLooksBeforeAdding = Defect(
        race: "groupCancelLooksBeforeAdding", .advanced,
        "a cancelled group cancels the operations that it had when it looked", caughtBy: "12.17")
}
