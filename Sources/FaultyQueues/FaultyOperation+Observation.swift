internal import Operations
internal import QueueConformance

/// Notifying observers of an operation's changes.
extension FaultyOperation {
    /// What can be observed.
    private struct Seen: Sendable {
        let flags: [(flag: PropertyChange.Flag, value: Bool)]
        let priority: QueuePriority
        let dependencies: Int
        let hasCompletionBlock: Bool
    }

    func observe(_ handler: @escaping @Sendable (PropertyChange) -> Void) -> ObservationToken {
        // Who observes it keeps it no longer than everybody else does.
        domain.watch { [weak self] in
            self?.currentlySeen
        } notifying: { [defect] before, now in
            Self.changes(before, now, defect).map { change in { handler(change) } }
        }
    }

    private var currentlySeen: Seen {
        Seen(
            flags: [
                (.isCancelled, isCurrentlyCancelled), (.isReady, isCurrentlyReady),
                (.isExecuting, isCurrentlyExecuting), (.isFinished, isCurrentlyFinished),
            ],
            priority: currentPriority, dependencies: currentDependencies.count,
            hasCompletionBlock: currentCompletionBlock != nil)
    }

    private static func changes(_ before: Seen, _ now: Seen, _ defect: Defect?) -> [PropertyChange] {
        var changes: [PropertyChange] = []
        for ((flag, old), (_, new)) in zip(before.flags, now.flags) where old != new {
            switch (flag, defect) {
            case (.isFinished, .finishIsNotTold), (.isExecuting, .beginningIsToldAtEnd): continue
            case (.isCancelled, .cancelIsToldTwice): changes += [.flag(flag, new), .flag(flag, new)]
            case (.isFinished, .beginningIsToldAtEnd):
                changes += [.flag(flag, new), .flag(.isExecuting, true), .flag(.isExecuting, false)]
            default: changes.append(.flag(flag, new))
            }
        }
        if before.priority != now.priority {
            changes.append(.queuePriority(from: before.priority, to: now.priority))
        }
        if before.dependencies != now.dependencies {
            changes.append(.dependencies(from: before.dependencies, to: now.dependencies))
        }
        if before.hasCompletionBlock != now.hasCompletionBlock {
            changes.append(.completionBlock(from: before.hasCompletionBlock, to: now.hasCompletionBlock))
        }
        return changes
    }
}

extension Defect {
    static let finishIsNotTold = Defect(
        "finishIsNotTold", .observation, "observers are not notified that isFinished has become true",
        caughtBy: "1.22")
    static let beginningIsToldAtEnd = Defect(
        "beginningIsToldAtEnd", .observation,
        "observers are notified that isExecuting became true only after the end", caughtBy: "1.22")
    static let cancelIsToldTwice = Defect(
        "cancelIsToldTwice", .observation, "observers are notified twice that isCancelled has become true",
        caughtBy: "1.22")
}
