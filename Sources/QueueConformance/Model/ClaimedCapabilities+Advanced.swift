package import Operations

/// What a subject can do of family 12, for a check that needs it; each throws ``NotClaimed`` if it can't.
extension ConformanceSubject {
    package typealias Failing = any FailureSubject<Queue>
    package typealias Conditioning = any ConditionSubject<Queue>
    package typealias AsyncConditioning = any AsyncConditionSubject<Queue>
    package typealias Negating = any NegatedConditionSubject<Queue>
    package typealias Excluding = any ExclusivitySubject<Queue>
    package typealias Observing = any OperationObserverSubject<Queue>
    package typealias Producing = any ProducingSubject<Queue>
    package typealias Grouping = any GroupSubject<Queue>
    package typealias GroupLimiting = any GroupLimitSubject<Queue>
    package typealias Timing = any TimeoutSubject<Queue>
    package typealias Retrying = any RetrySubject<Queue>
    package typealias Delaying = any DelaySubject<Queue>
    package typealias Pipelining = any PipelineSubject<Queue>
    package typealias Delegating = any QueueDelegateSubject<Queue>

    package var failing: Failing { get throws(NotClaimed) { try claimed(Failing.self, .failures) } }
    package var conditioning: Conditioning {
        get throws(NotClaimed) { try claimed(Conditioning.self, .conditions) }
    }
    package var asyncConditioning: AsyncConditioning {
        get throws(NotClaimed) { try claimed(AsyncConditioning.self, .asyncConditions) }
    }
    package var negating: Negating {
        get throws(NotClaimed) { try claimed(Negating.self, .negatedConditions) }
    }
    package var excluding: Excluding { get throws(NotClaimed) { try claimed(Excluding.self, .exclusivity) } }
    package var observing: Observing {
        get throws(NotClaimed) { try claimed(Observing.self, .operationObservers) }
    }
    package var producing: Producing { get throws(NotClaimed) { try claimed(Producing.self, .producing) } }
    package var grouping: Grouping { get throws(NotClaimed) { try claimed(Grouping.self, .groups) } }
    package var groupLimiting: GroupLimiting {
        get throws(NotClaimed) { try claimed(GroupLimiting.self, .groupLimits) }
    }
    package var timing: Timing { get throws(NotClaimed) { try claimed(Timing.self, .timeouts) } }
    package var retrying: Retrying { get throws(NotClaimed) { try claimed(Retrying.self, .retries) } }
    package var delaying: Delaying { get throws(NotClaimed) { try claimed(Delaying.self, .delays) } }
    package var pipelining: Pipelining {
        get throws(NotClaimed) { try claimed(Pipelining.self, .pipelines) }
    }
    package var delegating: Delegating {
        get throws(NotClaimed) { try claimed(Delegating.self, .queueDelegates) }
    }

    /// An operation to which the subjects above add something; a rule that makes one needs one of their capabilities.
    package func makeAdvancedOperation(
        _ body: @escaping @Sendable (Queue.Operation) throws -> Void
    ) throws(NotClaimed) -> Queue.Operation {
        try claimed((any AdvancedOperationSubject<Queue>).self, .failures).makeAdvancedOperation(body)
    }
}
