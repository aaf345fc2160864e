/// The life cycle of an operation, and what is decided together with it, as one word.
///
/// The word is the truth about an operation; every event that a queue gets about it is a hint to look at the
/// word again. Who changes what, always by an atomic read-modify-write of the whole word:
///
/// | part | changed by | when |
/// |---|---|---|
/// | `added` | the thread that adds the operation to a queue | once; decides rule 8.1 |
/// | `counting` | that thread; whoever observes, or adds an edge where a subclass may answer `isReady`, holding this operation's list of dependencies | once |
/// | `hasDependencies`, the count | whoever adds or removes an edge, or begins to count, holding that list; whoever finishes a dependency, for the edge it has taken out of that dependency's list of dependents | |
/// | `member` | the queue, when it takes the operation in | once, after `owner` was written |
/// | `claimed` | the queue, when it decides to start the operation; taken back on the queue's worker, if a dependency was added since, or by a `start` that finds the operation not ready (``Operation/giveClaimBack()``) | only while the operation is ready |
/// | `executing` | `start`, on the thread that runs the operation; an announcement of a subclass | once |
/// | `finished` | whoever ends the operation; the first wins | once; clears `executing` in the same step (rule 1.2) |
/// | `cancelled` | anybody, before `finished` | once |
/// | `shared` | whoever wants to reach into `links`, before `finished` | once; tells the finisher to take that lock |
/// | `hasFurtherBlocks` | whoever adds a block to a block operation, before `executing` and `finished` | once; tells `main` to look for them |
/// | `evaluating`, `reconsidering`, `held` | whoever changes what ``Operation/isReady`` depends on, and who asks it then | see `Operation+Readiness` |
/// | `readinessIsOurs` | `init`; taken back with `prepares` | no subclass answers `isReady` |
/// | `prepares` | whoever adds the first condition, before the operation is added | once; the adding thread has it prepare |
/// | `exclusive`, `contends` | see `Operation+Exclusivity` | |
/// | `announcesEnd` | whoever adds the first observer that ``Operation/_endDidCome()`` tells, before `finished` | once; tells the finisher to call that |
/// | `observed` | whoever observes first, holding `links` | once; from then on changes that are reported are made holding `links` |
/// | the priority, the quality of service | anybody | |
struct OperationState: Equatable {
    var word: UInt64

    static let executing: UInt64 = 1 << 0
    static let finished: UInt64 = 1 << 1
    static let cancelled: UInt64 = 1 << 2
    static let added: UInt64 = 1 << 3
    static let member: UInt64 = 1 << 4
    static let claimed: UInt64 = 1 << 5
    static let counting: UInt64 = 1 << 6
    static let hasDependencies: UInt64 = 1 << 7
    static let shared: UInt64 = 1 << 8
    static let hasFurtherBlocks: UInt64 = 1 << 9

    /// Somebody asks `isReady` just now; nothing is started meanwhile.
    static let evaluating: UInt64 = 1 << 10
    /// Who asks has to ask again.
    static let reconsidering: UInt64 = 1 << 11
    /// `isReady` was false when last asked, though no dependency holds the operation back.
    static let held: UInt64 = 1 << 15
    static let readinessIsOurs: UInt64 = 1 << 16
    static let observed: UInt64 = 1 << 17

    /// The operation has something to do in the thread that adds it.
    static let prepares: UInt64 = 1 << 21
    /// The operation shares categories, in whose lines it stands or has stood.
    static let exclusive: UInt64 = 1 << 22
    /// It has to get its turn before it may be claimed.
    static let contends: UInt64 = 1 << 23

    /// A subclass of this package's own is to be notified of the end.
    static let announcesEnd: UInt64 = 1 << 24

    private static let priorityShift: UInt64 = 12
    private static let priorityMask: UInt64 = 0b111 << priorityShift

    private static let qualityShift: UInt64 = 18
    private static let qualityMask: UInt64 = 0b111 << qualityShift

    /// One unfinished dependency. The count is the upper half of the word.
    static let dependency: UInt64 = 1 << 32

    /// A new operation: nothing but normal priority.
    static let initial = OperationState(word: UInt64(QueuePriority.normal.level) << priorityShift)

    func has(_ bit: UInt64) -> Bool { word & bit != 0 }

    /// The unfinished dependencies, once they are being counted.
    var count: UInt64 { word >> 32 }

    /// Whether the operation has begun, or is about to; where `start` is overridden, and hasn't announced the beginning, only as
    /// long as no dependency is added.
    var isUnderWay: Bool { hasBegun || has(Self.claimed) && isFreeOfDependencies }

    /// Whether a dependency was added after a queue had claimed the operation, and before it has begun: then it goes back.
    var isDelayed: Bool { has(Self.claimed) && !isFreeOfDependencies && !hasBegun }

    /// Whether a queue has claimed the operation, and nothing has come between: the plain case of a start.
    var isClaimedAlone: Bool {
        word & (Self.claimed | Self.executing | Self.finished | Self.cancelled) == Self.claimed && count == 0
    }

    /// Whether it is too late for a dependency.
    var hasBegun: Bool { word & (Self.executing | Self.finished) != 0 }

    /// Whether no dependency holds the operation back.
    var isFreeOfDependencies: Bool { has(Self.cancelled) || count == 0 }

    /// Whether a queue that counts may start the operation.
    var isReleased: Bool { isFreeOfDependencies && !has(Self.held | Self.evaluating) }

    /// Whether it may start it now: no other operation of its categories goes before it.
    var isStartable: Bool { isFreeOfDependencies && !has(Self.held | Self.evaluating | Self.contends) }

    var priorityLevel: Int { Int((word & Self.priorityMask) >> Self.priorityShift) }

    var priority: QueuePriority {
        get { QueuePriority(level: priorityLevel) }
        set { word = word & ~Self.priorityMask | UInt64(newValue.level) << Self.priorityShift }
    }

    var quality: QualityOfService {
        get { QualityOfService(level: Int((word & Self.qualityMask) >> Self.qualityShift)) }
        set { word = word & ~Self.qualityMask | UInt64(newValue.level) << Self.qualityShift }
    }
}

extension QueuePriority {
    /// 0 for the lowest priority to 4 for the highest.
    package var level: Int { (rawValue + 8) / 4 }

    /// The priority of a level that came from ``level``.
    package init(level: Int) { self = QueuePriority.all[level] }
}
