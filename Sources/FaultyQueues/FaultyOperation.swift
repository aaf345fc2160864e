internal import ConcurrencyPrimitives
public import Operations
internal import QueueConformance

/// An operation for `FaultyQueue`: a second, independent implementation of the rules, with one defect or none.
///
/// ## Thread safety
///
/// `@unchecked Sendable`: every `var` is read and written under the lock of its `FixtureDomain` only. Properties whose
/// name begins with "current" and methods that take a `Change` expect the caller to hold it.
public final class FaultyOperation: BoundedWaitingOperation, @unchecked Sendable {
    public typealias QueuePriority = Operations.QueuePriority
    public typealias Body = @Sendable (FaultyOperation) -> Void

    enum Work: Sendable {
        case main(Body)
        case asyncMain(@Sendable (FaultyOperation) async throws -> Void)
        case result(@Sendable () throws -> Int)
        case overriddenStart(@Sendable (FaultyOperation, StartOverrideControl) -> Void)
        /// Those of `currentBlocks`.
        case blocks
        /// What it throws is one of the operation's errors.
        case throwing(@Sendable (FaultyOperation) throws -> Void)
        case group(FaultyGroup)
        /// None, until the time is over.
        case delay(Duration, ControlledClock)
    }

    let domain: FixtureDomain
    let defect: Defect?
    let work: Work

    // The state. `queue` is nil before the operation is added and after it has left.
    var currentName: String?
    var currentPriority = QueuePriority.normal
    var currentDependencies: [FaultyOperation] = []
    /// Which these are, to find one among many.
    var dependencyIDs: Set<ObjectIdentifier> = []
    var isCurrentlyExecuting = false
    var isCurrentlyFinished = false
    var isCurrentlyCancelled = false
    var currentCompletionBlock: (@Sendable () -> Void)?
    var currentBlocks: [@Sendable () -> Void] = []
    var waiters: [Waiter] = []
    var queue: FaultyQueue?
    /// Whether it was added as a barrier. Set before it is added.
    var isBarrier = false
    /// What its body returned or threw; of an `async` one only the latter.
    var currentOutcome: Result<Int, any Error>?
    /// The task of an `async` body, until the end.
    var currentTask: Task<Void, Never>?
    var currentQuality = QualityOfService.default
    /// Whether its own `isReady` holds it back.
    var isHeldBack = false
    /// Conditions, categories, errors, observers and what belongs to them.
    var extras = FaultyExtras()
    /// Those in queues that wait for this one.
    var dependents: [FaultyOperation] = []
    /// Whether its queue has taken it in and hasn't yet decided to start it.
    var isWaiting = false
    /// The level at which it waits; nil if it doesn't.
    var waitingLevel: QueuePriority?
    /// The level at which its queue lists it among the ready ones; nil if it doesn't.
    var listedLevel: QueuePriority?
    /// Whether its queue has decided to start it, and given it a slot.
    var hasSlot = false
    /// Whether it has a slot, and has returned from `start`.
    var isReturned = false
    /// Whether its end has been dealt with.
    var hasEnded = false
    /// Whether an overridden `start` has returned; only a defect asks.
    var hasReturnedFromStart = false
    /// Whether its queue was suspended when it was added; only a defect asks.
    var wasAddedWhileSuspended = false
    /// Its priority when it was added; only a defect asks.
    var priorityWhenAdded = QueuePriority.normal
    /// Whether something holds it back for good; only defects do that.
    var isStuck = false

    /// A completion block that has run; only a defect keeps it.
    var keptCompletionBlock: (@Sendable () -> Void)?
    /// Whether its completion block holds up waiters; only with a defect.
    var isCompleting = false

    /// The queue that it has left; only a defect and a race ask.
    weak var formerQueue: FaultyQueue?

    // Only races that count what an operation waits for use these.
    /// Dependencies that have not been counted down.
    let unfinishedDependencies = Atomic<Int>(0)
    /// Whether no dependency has let it go yet.
    var isHeld = false

    init(in domain: FixtureDomain, defect: Defect?, work: Work) {
        self.domain = domain
        self.defect = defect
        self.work = work
    }

    /// An operation whose work is `body`, for queues of the same domain.
    public convenience init(in domain: FixtureDomain, defect: Defect? = nil, _ body: @escaping Body) {
        self.init(in: domain, defect: defect, work: .main(body))
    }

    deinit {
        if defect == .severalAreReleasedRecursively && currentDependencies.count > 1 { return }
        if defect != .releasesRecursively { releaseDependencies() }
    }

    /// Takes out what only this one holds, and what only that holds: a chain that was released one inside the other
    /// would exhaust the stack (rule 3.13). No other thread can have what is referred to once, so this takes no lock, which
    /// the caller may hold.
    private func releaseDependencies() {
        var pending = currentDependencies
        currentDependencies = []
        while var operation = pending.popLast() {
            guard isKnownUniquelyReferenced(&operation) else { continue }
            if defect == .severalAreReleasedRecursively && operation.currentDependencies.count > 1 {
                continue
            }
            pending += operation.currentDependencies
            operation.currentDependencies = []
        }
    }

    public var name: String? {
        get { domain.read { currentName } }
        set { domain.change { _ in currentName = newValue } }
    }

    public var queuePriority: QueuePriority {
        get { domain.read { currentPriority } }
        set {
            domain.change { _ in
                let isIgnored =
                    defect == .changedPriorityOfReadyIsIgnored && listedLevel != nil
                    || defect == .loweredPriorityIsIgnored && newValue.level < currentPriority.level
                    || defect == .qualityFreezesPriority && currentQuality != .default
                if defect == .samePriorityLosesPlace && newValue == currentPriority { queue?.unlist(self) }
                currentPriority = newValue
                if !isIgnored { queue?.reconsider(self) }
            }
        }
    }

    public var isAsynchronous: Bool {
        if defect == .newIsAsynchronous { return true }
        switch work {
        case .main, .result, .blocks, .throwing: return false
        case .asyncMain, .overriddenStart, .group, .delay: return true
        }
    }

    public var completionBlock: (@Sendable () -> Void)? {
        get { domain.read { currentCompletionBlock } }
        set {
            domain.change { _ in
                if !hasEnded || newValue == nil { currentCompletionBlock = newValue }
            }
        }
    }

    public func waitUntilFinished() {
        let parker = Parker()
        if enlist(.thread(parker)) { FaultyQueue.leavingSlot { parker.park() } }
    }

    public func waitUntilFinished() async {
        if defect == .manyWaitersBlock && domain.read({ waiters.count }) > 8 { return blockUntilFinished() }
        await FaultyQueue.leavingSlot { await awaitEnd() }
    }

    private func blockUntilFinished() { waitUntilFinished() }

    private func awaitEnd() async {
        await suspend { resumption in
            if defect == .waiterAfterFinish {
                if domain.read({ hasEnded }) { return resumption.resume() }
                return domain.read { waiters.append(.task(resumption)) }
            }
            if !enlist(.task(resumption)) { resumption.resume() }
        }
    }

    /// Keeps a waiter, unless the operation has ended. Returns whether it was kept.
    func enlist(_ waiter: Waiter) -> Bool {
        domain.read {
            if hasEnded && !isCompleting { return false }
            waiters.append(waiter)
            return true
        }
    }

    public static func == (lhs: FaultyOperation, rhs: FaultyOperation) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Defect {
    static let releasesRecursively = Defect(
        "releasesRecursively", .dependencyOrdering, "a chain of operations is released one inside the other",
        caughtBy: "3.13", "3.16")
    static let severalAreReleasedRecursively = Defect(
        "severalAreReleasedRecursively", .dependencyOrdering,
        "operations that depend on several others are released one inside the other", caughtBy: "3.16")
    static let changedPriorityOfReadyIsIgnored = Defect(
        "changedPriorityOfReadyIsIgnored", .priorityOrder,
        "the changed priority of an operation that is ready is ignored", caughtBy: "5.4")
    static let loweredPriorityIsIgnored = Defect(
        "loweredPriorityIsIgnored", .priorityOrder,
        "the priority of a ready operation can be raised, not lowered", caughtBy: "5.4")
    static let qualityFreezesPriority = Defect(
        "qualityFreezesPriority", .qualityOfService,
        "a changed priority is ignored of an operation with a quality of service", caughtBy: "5.4")
    static let samePriorityLosesPlace = Defect(
        "samePriorityLosesPlace", .priorityOrder,
        "an operation whose priority is set goes behind its peers, also if it had that priority",
        caughtBy: "5.11")
    static let newIsAsynchronous = Defect(
        "newIsAsynchronous", .lifeCycle, "an operation with a plain body says that it is asynchronous",
        caughtBy: "1.1")
    static let manyWaitersBlock = Defect(
        "manyWaitersBlock", .boundedWaiting,
        "when many tasks wait for an operation, each more blocks its thread", caughtBy: "9.10")
    static let waiterAfterFinish = Defect(
        race: "waiterAfterFinish", .waiting, "who begins to wait while the operation finishes is never woken",
        caughtBy: "9.1")
}
