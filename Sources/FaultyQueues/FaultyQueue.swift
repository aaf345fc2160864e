internal import ConcurrencyPrimitives
internal import Dispatch
public import Operations
internal import QueueConformance

/// A queue for `FaultyOperation`: a second, independent implementation of the rules, with one defect or none.
///
/// ## Thread safety
///
/// `@unchecked Sendable`: every `var` is read and written under the lock of its `FixtureDomain` only. Properties whose
/// name begins with "current" and methods that take a `Change` expect the caller to hold it.
public final class FaultyQueue: OperationQueueProtocol, @unchecked Sendable {
    public typealias Operation = FaultyOperation

    let domain: FixtureDomain
    let defect: Defect?

    var currentName: String?
    var currentLimit = -1
    var isCurrentlySuspended = false
    /// What was added and hasn't ended, in the order of adding.
    var currentOperations: [FaultyOperation] = []
    /// Those of them that are ready and have no slot yet, in the order of becoming ready, by priority.
    var ready: [QueuePriority: [FaultyOperation]] = [:]
    /// How many there are of these.
    var readyCount = 0
    var slotsInUse = 0
    /// How many of those that have a slot have returned from `start`; see ``takenSlots``.
    var returnedCount = 0
    var waiters: [QueueWaiter] = []
    var currentQuality = QualityOfService.default
    /// How many operations wait for others just now.
    var waitingInside = 0
    /// How many of the operations are barriers.
    var barrierCount = 0
    var currentProgress = QueueProgress()
    var currentUnderlyingQueue: DispatchQueue?
    let isMain: Bool
    /// Whether it counts as a queue of another kind.
    let isOfOtherKind: Bool
    /// Those of its operations whose conditions have not been evaluated.
    var unevaluated: [FaultyOperation] = []
    /// Those that share categories and are not eligible.
    var unlined: [FaultyOperation] = []
    /// The operation whose group it runs. Set before anything is added.
    weak var group: FaultyOperation?
    var currentDelegate: (@Sendable (Event) -> Void)?
    let delegateCalls = OrderedCalls()

    // Only defects use these.
    var addedCount = 0
    var suspensionCount = 0
    var wasCancelled = false
    /// The underlying queue that was set first after none.
    var firstUnderlyingQueue: DispatchQueue?
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
    /// Whether it was suspended, or had the limit 0, when the line was notified.
    var wasStopped = false

    /// A queue for operations of the same domain.
    public convenience init(in domain: FixtureDomain, defect: Defect? = nil) {
        self.init(in: domain, defect, isMain: false)
    }

    init(in domain: FixtureDomain, _ defect: Defect?, isMain: Bool, isOfOtherKind: Bool = false) {
        self.domain = domain
        self.defect = defect
        self.isMain = isMain
        self.isOfOtherKind = isOfOtherKind
        if isMain { currentLimit = 1 }
        if defect == .defaultLimitIsNumber { currentLimit = 16 }
    }

    /// The queue whose operation the calling code is part of.
    @TaskLocal static var ofTask: FaultyQueue?
}

extension Defect {
    static let defaultLimitIsNumber = Defect(
        "defaultLimitIsNumber", .concurrencyLimit, "the default limit is 16 instead of -1", caughtBy: "6.2",
        "6.11", "6.12")
}
