public import Operations

/// What a queue brings to be judged: a way to make queues, and operations of the queue's own kind.
///
/// This is all that every subject has to bring. Whatever else a queue can do is claimed by protocols, one for each
/// capability: its queue meets protocols of `Operations`, such as `SuspendableQueue`, and its subject those that refine
/// this one, such as ``StartOverrideSubject``. A rule that needs what isn't claimed is *not applicable*.
///
/// Give each `make` function what the queue's users would write. Wrapping another queue's operation in a
/// block would test the wrong thing.
///
/// ## Example
///
/// A serial queue of closures, judged by what it has, which is order, and one operation at a time:
///
/// ```swift
/// struct SerialQueueSubject: FixedWidthSubject {
///     let name = "serial"
///     let summary = "a serial queue of closures"
///     let fixedWidth = 1
///     func makeQueue() -> SerialQueue { SerialQueue() }
/// }
/// ```
public protocol ConformanceSubject<Queue>: QueueSubject {
    /// The queue that is judged.
    associatedtype Queue: BasicOperationQueue

    /// The name to call it by on the command line and in results.
    var name: String { get }

    /// One line for people.
    var summary: String { get }

    /// A new queue: empty, not suspended, with its default limit.
    func makeQueue() -> Queue

    /// An operation whose work is `body`, done when `body` returns. For queues of this package's operations there is a
    /// default.
    func makeOperation(_ body: @escaping @Sendable (Queue.Operation) -> Void) -> Queue.Operation

    /// Whether the operations are the queue's project's own. If not, a rule that tests the operation (``Rule/testedCode``) says
    /// nothing of the queue, and its pass is borrowed. By default, operations of this package are not.
    var ownsOperations: Bool { get }

    /// What the queue can't do, each with the reason. Empty by default.
    ///
    /// It withdraws a capability that the queue's or the subject's type claims: a queue of one type may have it only
    /// sometimes. For one that isn't claimed anyhow it gives the reason.
    var lacks: [QueueCapability: String] { get }

    /// Why the queue can't do the rest of what isn't claimed.
    var lacksOthersBecause: String { get }
}

extension ConformanceSubject {
    /// What the queue runs.
    public typealias Operation = Queue.Operation

    public var ownsOperations: Bool { !(Operation.self is Operations.Operation.Type) }

    public var lacks: [QueueCapability: String] { [:] }

    public var lacksOthersBecause: String { "its adapter doesn't claim it" }

    /// What the queue claims, by the protocols that its type and the subject's meet, less what it ``lacks``.
    public var claims: QueueCapabilities {
        var missing = lacks
        for capability in QueueCapability.allCases where missing[capability] == nil {
            let isClaimed = capability.isClaimed(by: self) ?? capability.isClaimed(by: Queue.self) ?? false
            if !isClaimed { missing[capability] = lacksOthersBecause }
        }
        if let width = (self as? any FixedWidthSubject)?.fixedWidth {
            missing[.concurrencyLimit] = "its width is fixed: it runs \(width) at a time"
            missing[.overlap] = missing[.concurrencyLimit]
            missing[.oneAtATime] = width == 1 ? nil : missing[.concurrencyLimit]
        }
        return QueueCapabilities(allBut: missing)
    }
}

extension QueueCapability {
    /// Whether a subject claims this by the protocols that it meets; nil for what its queue's type says.
    func isClaimed(by subject: any ConformanceSubject) -> Bool? {
        switch self {
        case .startOverrides: subject is any StartOverrideSubject
        case .readinessOverrides: subject is any ReadinessOverrideSubject
        case .misuseDetection: subject is any MisuseDetectionSubject
        case .asyncBodies: subject is any AsyncBodySubject
        case .results: subject is any ResultSubject
        case .asyncResults: subject is any AsyncResultSubject
        case .blocks: subject is any BlockOperationSubject
        case .currentQueue: subject is any CurrentQueueSubject
        case .mainQueue: subject is any MainQueueSubject
        case .underlyingQueue: subject is any UnderlyingQueueSubject
        case .rounding: subject is any RoundingSubject
        case .observation: subject is any ObservationSubject
        case .qualityOfService: subject is any QualityOfServiceSubject
        case .otherQueues: subject is any OtherQueueSubject
        case .failures: subject is any FailureSubject
        case .conditions: subject is any ConditionSubject
        case .asyncConditions: subject is any AsyncConditionSubject
        case .negatedConditions: subject is any NegatedConditionSubject
        case .exclusivity: subject is any ExclusivitySubject
        case .operationObservers: subject is any OperationObserverSubject
        case .producing: subject is any ProducingSubject
        case .groups: subject is any GroupSubject
        case .groupLimits: subject is any GroupLimitSubject
        case .timeouts: subject is any TimeoutSubject
        case .retries: subject is any RetrySubject
        case .queueDelegates: subject is any QueueDelegateSubject
        case .lifeCycle, .cancellation, .cancelAll, .dependencies, .priorities, .concurrencyLimit,
            .oneAtATime,
            .overlap, .batches, .names, .suspension, .enumeration, .completionBlocks, .diagnosis,
            .boundedWaiting,
            .nestedWaiting, .asyncWaiting, .barriers, .progress:
            nil
        }
    }
}
