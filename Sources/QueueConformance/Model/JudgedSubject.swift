public import Operations

/// What can be judged by rules: a ``ConformanceSubject``, whose queues run operations, or a ``TaskQueueSubject``, whose queues
/// run closures. One subject may be both.
public protocol JudgedSubject: QueueSubject {
    /// The name to call it by on the command line and in results.
    var name: String { get }

    /// One line for people.
    var summary: String { get }

    /// What the queue can't do, each with the reason. Empty by default.
    ///
    /// It withdraws a capability that the queue's or the subject's type claims: a queue of one type may have it only
    /// sometimes. For one that isn't claimed anyhow it gives the reason.
    var lacks: [QueueCapability: String] { get }

    /// Why the queue can't do the rest of what isn't claimed.
    var lacksOthersBecause: String { get }
}

extension JudgedSubject {
    public var lacks: [QueueCapability: String] { [:] }

    public var lacksOthersBecause: String { "its adapter doesn't claim it" }

    /// What the queue claims, by the protocols that its type and the subject's meet, less what it ``lacks``.
    public var claims: QueueCapabilities {
        let lacks = lacks
        let missing = QueueCapability.allCases.map { ($0, whyMissing($0, lacks)) }
        return QueueCapabilities(
            allBut: Dictionary(
                uniqueKeysWithValues: missing.compactMap { one, reason in reason.map { (one, $0) } }))
    }

    /// Whether ``claims`` contains the capability. Asks for this one alone: what a type meets takes some 20 µs to find the first time.
    func claims(_ capability: QueueCapability) -> Bool { whyMissing(capability, lacks) == nil }

    private func whyMissing(_ capability: QueueCapability, _ lacks: [QueueCapability: String]) -> String? {
        switch capability {
        case .concurrencyLimit, .overlap, .oneAtATime:
            if let width = (self as? any FixedWidthSubject)?.fixedWidth {
                if capability == .oneAtATime, width == 1 { return nil }
                return "its width is fixed: it runs \(width) at a time"
            }
        case .serialTasks:
            if let width = (self as? any FixedWidthTaskQueueSubject)?.fixedTaskWidth, width != 1 {
                return "its width is fixed: it runs \(width) closures at a time"
            }
        default: break
        }
        if let reason = lacks[capability] { return reason }
        return capability.isClaimed(by: self) ? nil : reason(for: capability)
    }

    private func reason(for capability: QueueCapability) -> String {
        let isOfTasks = QueueCapability.ofTasks.contains(capability)
        if isOfTasks, !(self is any TaskQueueSubject) {
            return "it runs operations, and its subject isn't a TaskQueueSubject"
        }
        if !isOfTasks, !(self is any ConformanceSubject) { return "it runs closures, not operations" }
        return lacksOthersBecause
    }
}

extension QueueCapability {
    /// Whether the subject, or the type of its queues, claims this.
    fileprivate func isClaimed(by subject: any JudgedSubject) -> Bool {
        if Self.ofTasks.contains(self) {
            guard let subject = subject as? any TaskQueueSubject else { return false }
            return isClaimed(byTasksOf: subject)
        }
        guard let subject = subject as? any ConformanceSubject else { return false }
        return isClaimed(byOperationsOf: subject) ?? isClaimed(byQueueOf: subject) ?? false
    }

    private func isClaimed<Subject: ConformanceSubject>(byQueueOf subject: Subject) -> Bool? {
        isClaimed(by: Subject.Queue.self)
    }

    private func isClaimed(byTasksOf subject: any TaskQueueSubject) -> Bool {
        switch self {
        case .tasks: true
        case .taskHandles: subject is any AddingTaskQueueSubject
        case .taskOrder: subject is any OrderedTaskQueueSubject
        case .taskWidth, .serialTasks:
            subject is any FixedWidthTaskQueueSubject || subject is any LimitedTaskQueueSubject
        case .taskCancellation: subject is any CancellableTaskQueueSubject
        case .taskCancelAll: subject is any CancelAllTaskQueueSubject
        case .nestedTasks: subject is any NestedTaskQueueSubject
        case .taskBarriers: subject is any BarrierTaskQueueSubject
        case .taskIsolation: subject is any IsolatedTaskQueueSubject
        case .taskEscalation: subject is any EscalatingTaskQueueSubject
        case .taskBackPressure: subject is any BackPressureTaskQueueSubject
        default: false
        }
    }

    /// Nil for what the queue's type says.
    private func isClaimed(byOperationsOf subject: any ConformanceSubject) -> Bool? {
        switch self {
        case .fixedWidth: subject is any FixedWidthSubject || subject is any QueueWidthSubject
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
        case .delays: subject is any DelaySubject
        case .pipelines: subject is any PipelineSubject
        case .queueDelegates: subject is any QueueDelegateSubject
        case .operations, .lifeCycle, .cancellation, .cancelAll, .dependencies, .priorities,
            .concurrencyLimit,
            .oneAtATime, .overlap, .batches, .names, .suspension, .enumeration, .completionBlocks, .diagnosis,
            .boundedWaiting, .nestedWaiting, .asyncWaiting, .barriers, .progress:
            nil
        case .tasks, .taskHandles, .taskOrder, .taskWidth, .serialTasks, .taskCancellation, .taskCancelAll,
            .nestedTasks, .taskBarriers, .taskIsolation, .taskEscalation, .taskBackPressure:
            nil
        }
    }
}
