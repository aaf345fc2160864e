internal import ConcurrencyPrimitives
internal import Dispatch
public import Operations
internal import QueueConformance

/// A queue for `FaultyOperation`: a second implementation of the rules, as short as can be, that has one
/// defect, or one race, or none.
///
/// ## Thread safety
///
/// `@unchecked Sendable`: every `var` is read and written under the lock of its `Universe` only. Properties whose
/// name begins with "current" and methods that take a `Change` expect the caller to hold it.
public final class FaultyQueue: OperationQueueProtocol, @unchecked Sendable {
    public typealias Operation = FaultyOperation

    let universe: Universe
    let defect: Defect?
    let race: Race?
    public let capabilities = QueueCapabilities()

    var currentName: String?
    var currentLimit = -1
    var isCurrentlySuspended = false
    /// What was added and hasn't ended, in the order of adding.
    var currentOperations: [FaultyOperation] = []
    /// Those of them that are ready and have no slot yet, in the order of becoming ready, by priority.
    var ready: [QueuePriority: [FaultyOperation]] = [:]
    var slotsInUse = 0
    var waiters: [QueueWaiter] = []
    var currentQuality = QualityOfService.default
    /// How many operations wait for others just now.
    var waitingInside = 0
    /// How many of the operations are barriers.
    var barrierCount = 0
    var currentProgress = QueueProgress()
    var currentUnderlyingQueue: DispatchQueue?
    let isMain: Bool

    // Only defects use these.
    var addedCount = 0
    var suspensionCount = 0
    var wasCancelled = false
    var lastEnded: FaultyOperation?
    var mayHoldCycle = false
    /// How many wait for their start, by level, ready or not.
    var waitingCounts: [QueuePriority: Int] = [:]

    // Only races use these.
    /// What was added and has not been taken in.
    var inbox: [FaultyOperation] = []
    /// Whether the thread of an ended operation looks for what to start.
    var isAttended = false
    let admission = Admission()

    /// A queue for operations of the same universe.
    public convenience init(in universe: Universe, defect: Defect? = nil, race: Race? = nil) {
        self.init(in: universe, defect, race, isMain: false)
    }

    init(in universe: Universe, _ defect: Defect?, _ race: Race?, isMain: Bool) {
        self.universe = universe
        self.defect = defect
        self.race = race
        self.isMain = isMain
        if isMain { currentLimit = 1 }
        if defect == .defaultLimitIsNumber { currentLimit = 16 }
    }

    // MARK: Adding

    public func addOperation(_ operation: FaultyOperation) { add([operation]) }

    public func addOperations(_ operations: [FaultyOperation]) {
        if defect == .addsUpToInvalid { return operations.forEach(addOperation) }
        add(operations)
    }

    public func addOperations(_ operations: [FaultyOperation], waitUntilFinished wait: Bool) async {
        addOperations(operations)
        guard wait else { return }
        if defect == .addingWaitsForQueue { return await waitUntilAllOperationsAreFinished() }
        let awaited = defect == .addingWaitsForFirst ? operations.prefix(1) : operations[...]
        for operation in awaited { await operation.waitUntilFinished() }
    }

    func add(_ operations: [FaultyOperation]) {
        if operations.contains(where: { $0.universe !== universe }) {
            fatalError("An operation of another universe is added.")
        }
        if defect == .losesWhatItsOperationsAdd && Self.ofTask === self { return }
        let areValid = universe.change { change in
            var added: Set<FaultyOperation> = []
            for operation in operations {
                let isTaken = operation.queue != nil || !added.insert(operation).inserted
                if isTaken || operation.isCurrentlyExecuting || operation.isCurrentlyFinished { return false }
            }
            for operation in operations {
                addedCount += 1
                if defect == .losesEveryHundredth && addedCount.isMultiple(of: 100) { continue }
                if race == .inboxClearedUnread { inbox.append(operation) } else { takeIn(operation, &change) }
            }
            return true
        }
        if !areValid && defect != .addingTwiceIsIgnored {
            stop("8.1", "an operation is added that is queued, executing or finished")
        }
        if race == .inboxClearedUnread {
            let added = universe.read { inbox }
            universe.change { change in
                inbox = []
                for operation in added where operation.queue == nil && !operation.hasEnded {
                    takeIn(operation, &change)
                }
            }
        }
    }

    private func takeIn(_ operation: FaultyOperation, _ change: inout Change) {
        if currentOperations.isEmpty, !change.populated.contains(where: { $0 === self }) {
            change.populated.append(self)
        }
        operation.queue = self
        if operation.isBarrier { barrierCount += 1 }
        operation.wasAddedWhileSuspended = isCurrentlySuspended
        for dependency in operation.currentDependencies { operation.noteDependency(dependency) }
        operation.priorityWhenAdded = operation.currentPriority
        currentOperations.append(operation)
        operation.isWaiting = true
        operation.didChange()
        if defect == .cancelAllSticks && wasCancelled { operation.cancel(&change) }
    }

    public func addOperation(_ block: @escaping @Sendable () -> Void) {
        if defect == .blockRunsInsideAdd { return block() }
        if defect == .suspendedLosesBlocks && isSuspended { return }
        addOperation(FaultyOperation(in: universe, defect: defect, race: race) { _ in block() })
    }

    public func cancelAllOperations() {
        universe.change { change in
            wasCancelled = true
            for operation in currentOperations {
                if defect == .cancelAllSparesExecuting && operation.isCurrentlyExecuting { continue }
                operation.cancel(&change)
            }
        }
    }

    // MARK: Properties

    /// The queue whose operation the calling code is part of.
    @TaskLocal static var ofTask: FaultyQueue?

    /// ``ofTask`` as it is told to the outside.
    static func current(in universe: Universe, _ defect: Defect?) -> FaultyQueue? {
        switch defect {
        case .hasNoCurrent: nil
        case .currentReachesOutside: ofTask ?? universe.change { $0.populated.first }
        case .mainThreadHasNoCurrent: ofTask
        default: ofTask ?? (MainThread.isCurrent ? main(in: universe, defect) : nil)
        }
    }

    public func setSuspended(_ suspended: Bool) {
        if isMain && defect != .mainQueueIsSuspended { return }
        if race == .suspensionToggles {
            if universe.read({ isCurrentlySuspended == suspended }) { return }
            return universe.change { _ in isCurrentlySuspended.toggle() }
        }
        let startsNothing = race == .resumeLooksBeforeAdding && !suspended && !universe.read { holdsWaiting }
        universe.change { change in
            if startsNothing { change.startLimit = 0 }
            if defect == .resumeStartsOne && !suspended { change.startLimit = 1 }
            suspensionCount = max(0, suspensionCount + (suspended ? 1 : -1))
            isCurrentlySuspended = defect == .suspensionsAreCounted ? suspensionCount > 0 : suspended
        }
    }

    public func setMaxConcurrentOperationCount(_ count: Int) {
        if count < -1 && defect != .negativeLimitIsTaken { stop("6.6", "a limit of \(count)") }
        if isMain && defect != .mainQueueTakesLimit { return }
        let startsNothing = race == .raiseLooksBeforeAdding && !universe.read { holdsWaiting }
        universe.change { change in
            if startsNothing { change.startLimit = 0 }
            if defect == .loweringLimitCancels && count >= 0 && count < slotsInUse {
                for operation in currentOperations where operation.isCurrentlyExecuting {
                    operation.cancel(&change)
                }
            }
            if defect == .raisedLimitWaitsForEvent && count > currentLimit { change.startLimit = 0 }
            currentLimit = count
        }
    }

    public func setName(_ name: String?) {
        if isMain && defect != .mainQueueIsRenamed { return }
        if defect == .nameIsShared { return universe.sharedName.withLock { $0 = name } }
        universe.change { _ in currentName = name }
    }

    /// A name for people. By default the type.
    public var name: String? {
        if defect == .nameIsShared, let name = universe.sharedName.withLock({ $0 }) { return name }
        let byDefault = defect == .isNamelessByDefault ? nil : "FaultyQueue"
        return universe.read { currentName } ?? byDefault
    }

    public var isSuspended: Bool { universe.read { isCurrentlySuspended } }
    public var maxConcurrentOperationCount: Int { universe.read { currentLimit } }

    public var operations: [FaultyOperation] {
        universe.read {
            switch defect {
            case .listsOnlyWaiting: currentOperations.filter { !$0.isCurrentlyExecuting }
            case .listsByPriority: currentOperations.sorted { $0.currentPriority > $1.currentPriority }
            default: currentOperations
            }
        }
    }

    public var operationCount: Int {
        universe.read {
            if defect == .countsOnlyWaiting { return currentOperations.count { !$0.isCurrentlyExecuting } }
            let count = currentOperations.count
            return defect == .countsLastEnded && addedCount > 0 ? max(1, count) : count
        }
    }
}
