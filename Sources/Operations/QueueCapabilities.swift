/// What a queue can do, and why it can't do the rest.
///
/// A rule that needs a missing capability is *not applicable*; the reason given here is printed, and the
/// rule never counts as passed.
public struct QueueCapabilities: Hashable, Codable, Sendable {
    /// Why each missing capability is missing, for people.
    public let missing: [QueueCapability: String]

    /// All capabilities but those of `missing`.
    public init(allBut missing: [QueueCapability: String] = [:]) { self.missing = missing }

    /// Only `supported`, all others missing for the same reason.
    public init(only supported: Set<QueueCapability>, because reason: String) {
        let others = QueueCapability.allCases.filter { !supported.contains($0) }
        missing = Dictionary(uniqueKeysWithValues: others.map { ($0, reason) })
    }

    /// What queues of this type claim by the protocols that they meet; all else is missing for `reason`.
    public init(claimedBy queue: any BasicOperationQueue.Type, othersBecause reason: String) {
        self.init(
            only: Set(QueueCapability.allCases.filter { $0.isClaimed(by: queue) ?? false }), because: reason)
    }

    /// Whether the queue has this capability. O(1).
    public func contains(_ capability: QueueCapability) -> Bool { missing[capability] == nil }

    /// The capabilities that are there, in a fixed order.
    public var supported: [QueueCapability] { QueueCapability.allCases.filter(contains).sorted() }
}

extension QueueCapability {
    /// Whether a queue claims this by the protocols that its type meets; nil for what the queue's type doesn't say.
    public func isClaimed(by queue: any BasicOperationQueue.Type) -> Bool? {
        switch self {
        case .lifeCycle: queue is any LifeCycleQueue.Type
        case .cancellation: queue is any CancellingQueue.Type
        case .cancelAll: queue is any CancelAllQueue.Type
        case .dependencies: queue is any DependencyQueue.Type
        case .priorities: queue is any PrioritizingQueue.Type
        case .concurrencyLimit, .oneAtATime: queue is any LimitedQueue.Type
        case .operations, .overlap: true
        case .batches: queue is any BatchingQueue.Type
        case .names: queue is any NamedQueue.Type
        case .suspension: queue is any SuspendableQueue.Type
        case .enumeration: queue is any EnumerableQueue.Type
        case .completionBlocks: queue is any CompletionBlockQueue.Type
        case .diagnosis: queue is any DiagnosingQueue.Type
        case .observation: queue is any ObservableQueue.Type
        case .boundedWaiting: queue is any BoundedWaitingQueue.Type
        case .nestedWaiting: queue is any NestedWaitingQueue.Type
        case .asyncWaiting: queue is any AsyncWaitingQueue.Type
        case .barriers: queue is any BarrierQueue.Type
        case .progress: queue is any ProgressReportingQueue.Type
        case .qualityOfService: queue is any QualityOfServiceQueue.Type
        case .fixedWidth, .startOverrides, .readinessOverrides, .misuseDetection, .asyncBodies, .results,
            .asyncResults, .blocks, .currentQueue, .mainQueue, .underlyingQueue, .rounding, .otherQueues,
            .failures,
            .conditions, .asyncConditions, .negatedConditions, .exclusivity, .operationObservers, .producing,
            .groups, .groupLimits, .timeouts, .retries, .delays, .pipelines, .queueDelegates, .tasks,
            .taskHandles, .taskOrder, .taskWidth, .serialTasks, .taskCancellation, .taskCancelAll,
            .nestedTasks, .taskBarriers, .taskIsolation, .taskEscalation, .taskBackPressure:
            nil
        }
    }
}
