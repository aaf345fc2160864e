public import Operations

/// Notifying observers of a queue's changes, and the quality of service.
extension FaultyQueue {
    /// What can be observed.
    private struct Seen: Sendable {
        let count: Int
        let limit: Int
        let isSuspended: Bool
        let name: String?
    }

    public func observe(_ handler: @escaping @Sendable (QueueChange) -> Void) -> ObservationToken {
        domain.watch { [weak self] in
            self.map {
                Seen(
                    count: $0.currentOperations.count, limit: $0.currentLimit,
                    isSuspended: $0.isCurrentlySuspended, name: $0.currentName)
            }
        } notifying: { [defect] before, now in
            Self.changes(before, now, defect).map { change in { handler(change) } }
        }
    }

    private static func changes(_ before: Seen, _ now: Seen, _ defect: Defect?) -> [QueueChange] {
        var changes: [QueueChange] = []
        if defect == .addingManyIsManyChanges && now.count > before.count {
            changes += (before.count..<now.count).map { .operations(from: $0, to: $0 + 1) }
        } else if before.count != now.count {
            changes.append(.operations(from: before.count, to: now.count))
        }
        if before.limit != now.limit {
            changes.append(.maxConcurrentOperationCount(from: before.limit, to: now.limit))
        }
        if before.isSuspended != now.isSuspended && defect != .suspensionIsNotTold {
            changes.append(.isSuspended(now.isSuspended))
        }
        if before.name != now.name { changes.append(.name(from: before.name, to: now.name)) }
        return changes
    }

    public func setQualityOfService(_ quality: QualityOfService) {
        domain.change { _ in currentQuality = quality }
    }

    public var standardQualityOfService: QualityOfService { domain.read { currentQuality } }
}

extension Change {
    /// Whether operations start when observers have been notified of what lets them start.
    var startsOnceNotified: Bool { starts.contains { $0.operation.defect == .observerHoldsUpStart } }
}

extension Defect {
    /// Whether it shows only where there are several processors: on one, rule 6.9 lets no observer wait, which might hold up the only
    /// thread of the pool for tasks.
    public var needsProcessors: Bool { self == .observerHoldsUpStart }

    static let observerHoldsUpStart = Defect(
        "observerHoldsUpStart", .concurrencyLimit,
        "the next operation starts when the observers have been notified of the end of the one before",
        caughtBy: "6.9")
    static let addingManyIsManyChanges = Defect(
        "addingManyIsManyChanges", .observation,
        "observers are notified of each operation that one call adds", caughtBy: "1.24")
    static let suspensionIsNotTold = Defect(
        "suspensionIsNotTold", .observation, "observers are not notified of suspension", caughtBy: "1.24")
}
