internal import Operations

/// Those that share categories and are eligible, in the order in which they have become so.
///
/// It is an operation's turn if nobody who shares a category with it executes, and nobody does who stands before it and
/// lacks nothing but a slot.
///
/// `@unchecked Sendable`: every `var` is read and written under the lock of its `FixtureDomain` only.
final class FaultyLine: @unchecked Sendable {
    private var operations: [FaultyOperation] = []
    private var lastTicket = 0

    // Only races use these.
    /// Whether this change has let somebody take a turn.
    private var hasLetTakeTurn = false
    private var takers: [String: FaultyOperation] = [:]

    var isEmpty: Bool { operations.isEmpty }

    func nextTicket() -> Int {
        lastTicket += 1
        return lastTicket
    }

    // MARK: Joining and leaving

    /// Has those join that have become eligible since the last change, ties in the order of adding.
    func admit(from queues: [FaultyQueue], _ change: inout Change) {
        hasLetTakeTurn = false
        var eligible: [FaultyOperation] = []
        for queue in queues where !queue.unlined.isEmpty {
            eligible += queue.unlined.filter(\.isEligible)
            queue.unlined.removeAll { $0.isEligible || $0.hasEnded }
        }
        for operation in eligible.sorted(by: { $0.extras.ticket < $1.extras.ticket }) {
            operation.extras.isHandedTurn = !operations.contains { sharesCategory($0, operation) }
            switch operation.defect {
            case .lineIsInOrderOfAdding:
                let place = operations.firstIndex { $0.extras.ticket > operation.extras.ticket }
                operations.insert(operation, at: place ?? operations.endIndex)
            case .lineIsLastInFirstOut: operations.insert(operation, at: 0)
            default: operations.append(operation)
            }
        }
        change.takings += operations.filter(canTakeNext)
    }

    func leave(_ operation: FaultyOperation, _ change: inout Change) {
        if operation.extras.categories.isEmpty { return }
        if operation.defect == .cancelledKeepsPlace, !operation.extras.hasBegun { return }
        operations.removeAll { $0 === operation }
        for category in operation.extras.categories where takers[category] === operation {
            takers[category] = nil
        }
        if operation.defect == .handoverMissesCancel, operation.extras.isHandedTurn {
            let others = operations.filter { sharesCategory($0, operation) }
            if let next = others.first(where: { !$0.extras.isHandedTurn }) { change.handovers.append(next) }
        }
    }

    // MARK: Turns

    func isTurn(of operation: FaultyOperation) -> Bool {
        if operation.extras.categories.isEmpty || operation.extras.evaluation == .failed { return true }
        if operation.isCurrentlyCancelled, operation.defect != .cancelledWaitsForCategory { return true }
        switch operation.defect {
        case .handoverMissesCancel: return operation.extras.isHandedTurn
        case .categoriesTakenInTurn:
            return operation.extras.takenCount == operation.extras.categories.count
        case .turnTakenLate where hasLetTakeTurn: return false
        default: break
        }
        var isBefore = true
        for other in operations {
            if other === operation {
                isBefore = false
            } else if sharesCategory(other, operation), isKept(by: other, from: operation, isBefore) {
                return false
            }
        }
        return true
    }

    private func sharesCategory(_ one: FaultyOperation, _ other: FaultyOperation) -> Bool {
        let (its, others) = (one.extras.categories, other.extras.categories)
        switch one.defect {
        case .exclusivityIsPerQueue where one.queue !== other.queue: return false
        case .exclusivityIsPerKind where one.queue?.isOfOtherKind != other.queue?.isOfOtherKind: return false
        case .onlyFirstCategoryCounts: return its.first == others.first
        default: return its.contains(where: others.contains)
        }
    }

    /// Whether `other` keeps a category that it shares with `operation` from that.
    private func isKept(by other: FaultyOperation, from operation: FaultyOperation, _ isBefore: Bool) -> Bool
    {
        if other.hasSlot { return other.defect != .cancelReleasesCategory || !other.isCurrentlyCancelled }
        if other.defect == .priorityOutranksLine, other.currentPriority != operation.currentPriority {
            return other.currentPriority.level > operation.currentPriority.level && lacksOnlySlot(other)
        }
        return isBefore && lacksOnlySlot(other)
    }

    private func lacksOnlySlot(_ operation: FaultyOperation) -> Bool {
        let defect = operation.defect
        if operation.isCurrentlyCancelled { return defect == .cancelledKeepsPlace }
        guard operation.isWaiting, let queue = operation.queue else { return false }
        if queue.isNotedAsStopped { return defect == .stoppedQueueKeepsPlace }
        if defect == .placeIsTakenWhenAdded { return true }
        if !operation.isCurrentlyReady { return defect == .lateDependencyKeepsPlace }
        return defect == .behindBarrierKeepsPlace || !queue.isHeldByBarrier(operation)
    }

    // MARK: Only for defects and races

    /// Whether somebody in another queue has one of the operation's categories.
    func waitsForOtherQueue(_ operation: FaultyOperation) -> Bool {
        operations.contains { other in
            other.hasSlot && other.queue !== operation.queue && sharesCategory(other, operation)
        }
    }

    /// Has the operation, whose turn it is, take it in a later change. False if it takes it now.
    func letTakeTurnLater(_ operation: FaultyOperation, _ change: inout Change) -> Bool {
        guard operation.defect == .turnTakenLate, !operation.extras.categories.isEmpty else { return false }
        hasLetTakeTurn = true
        change.lateTurns.append(operation)
        return true
    }

    private func canTakeNext(_ operation: FaultyOperation) -> Bool {
        guard operation.defect == .categoriesTakenInTurn, operation.isWaiting else { return false }
        let (categories, count) = (operation.extras.categories, operation.extras.takenCount)
        return count < categories.count && takers[categories[count]] == nil
    }

    /// Takes the operation's next category, if it is free.
    func takeNext(_ operation: FaultyOperation) {
        guard canTakeNext(operation) else { return }
        takers[operation.extras.categories[operation.extras.takenCount]] = operation
        operation.extras.takenCount += 1
    }
}

extension FaultyOperation {
    func addCategory(_ category: String) {
        domain.read { if !extras.categories.contains(category) { extras.categories.append(category) } }
    }

    /// Whether nothing but others of its categories, or a slot, holds it back.
    fileprivate var isEligible: Bool {
        if hasEnded || isCurrentlyCancelled || extras.evaluation == .failed { return false }
        return defect == .placeIsTakenWhenAdded || isCurrentlyReady
    }

    /// Takes a turn that it was let take.
    func takeTurn() {
        domain.change { change in
            guard let queue, !hasEnded else { return }
            hasSlot = true
            queue.slotsInUse += 1
            change.starts.append((self, queue.target))
        }
    }

    /// Gets the turn that the one before it hands over.
    func takeTurnOver() {
        domain.change { _ in extras.isHandedTurn = !hasEnded }
    }

    func takeNextCategory() { domain.change { _ in domain.line.takeNext(self) } }
}

extension FaultyQueue {
    /// Whether no slot that comes free would start anything, as far as the line knows.
    fileprivate var isNotedAsStopped: Bool {
        defect == .stopIsNotedLate ? wasStopped : isCurrentlySuspended || currentLimit == 0
    }

    /// Tells the line, in a later change, that the queue has been stopped or goes on.
    func noteWhetherStopped() {
        guard defect == .stopIsNotedLate else { return }
        domain.change { change in
            wasStopped = isCurrentlySuspended || currentLimit == 0
            change.startLimit = 0
        }
    }

    /// Slots that a defect lets those have that wait for their turn.
    var slotsTakenInLine: Int {
        guard defect == .waitingInLineTakesSlot, !domain.line.isEmpty else { return 0 }
        return currentOperations.count { $0.isWaiting && domain.line.waitsForOtherQueue($0) }
    }
}

extension Defect {
    static let lineIsInOrderOfAdding = Defect(
        "lineIsInOrderOfAdding", .advanced,
        "operations of a category run in the order of adding, those aside that are not eligible",
        caughtBy: "12.4")
    static let lineIsLastInFirstOut = Defect(
        "lineIsLastInFirstOut", .advanced, "of those of a category the last to become eligible runs first",
        caughtBy: "12.4", "12.20", "12.21")
    static let exclusivityIsPerQueue = Defect(
        "exclusivityIsPerQueue", .advanced, "operations of a category exclude those of their own queue only",
        caughtBy: "12.4", "12.21")
    static let exclusivityIsPerKind = Defect(
        "exclusivityIsPerKind", .advanced,
        "operations of a category exclude those of queues of the same kind only", caughtBy: "12.21")
    static let onlyFirstCategoryCounts = Defect(
        "onlyFirstCategoryCounts", .advanced, "of the categories of an operation only the first counts",
        caughtBy: "12.4")
    static let placeIsTakenWhenAdded = Defect(
        "placeIsTakenWhenAdded", .advanced,
        "operations of a category run in the order of adding, also after those that are not eligible",
        caughtBy: "12.4", "12.11")
    static let lateDependencyKeepsPlace = Defect(
        "lateDependencyKeepsPlace", .advanced,
        "an operation in line that is made to wait for another keeps its category from that",
        caughtBy: "12.11")
    static let behindBarrierKeepsPlace = Defect(
        "behindBarrierKeepsPlace", .advanced,
        "an operation behind a barrier keeps its category from those before it", caughtBy: "12.11")
    static let stoppedQueueKeepsPlace = Defect(
        "stoppedQueueKeepsPlace", .advanced,
        "an operation in a queue that is stopped keeps its category from others", caughtBy: "12.28")
    static let cancelledKeepsPlace = Defect(
        "cancelledKeepsPlace", .advanced,
        "an operation that is cancelled in line keeps its category for good", caughtBy: "12.19", "12.28")
    static let cancelledWaitsForCategory = Defect(
        "cancelledWaitsForCategory", .advanced, "an operation that is cancelled still waits for its category",
        caughtBy: "12.19")
    static let cancelReleasesCategory = Defect(
        "cancelReleasesCategory", .advanced,
        "an operation that is cancelled as it executes gives its category on at once", caughtBy: "12.19")
    static let priorityOutranksLine = Defect(
        "priorityOutranksLine", .advanced, "of those of a category the highest priority runs first",
        caughtBy: "12.20")
    static let waitingInLineTakesSlot = Defect(
        "waitingInLineTakesSlot", .advanced,
        "an operation has a slot while it waits for one of its category in another queue", caughtBy: "12.27")
    static let turnTakenLate = Defect(
        race: "turnTakenLate", .advanced,
        "whose turn it is leaves the line, and takes its categories a moment later", caughtBy: "12.4")
    static let handoverMissesCancel = Defect(
        race: "handoverMissesCancel", .advanced,
        "a turn is lost that is handed over to an operation which is cancelled meanwhile", caughtBy: "12.19")
    static let categoriesTakenInTurn = Defect(
        race: "categoriesTakenInTurn", .advanced,
        "an operation takes its categories one after the other, and keeps what it has while it waits",
        caughtBy: "12.11")
    static let stopIsNotedLate = Defect(
        race: "stopIsNotedLate", .advanced,
        "the line learns that a queue has been suspended after those that look meanwhile", caughtBy: "12.28")
}
