public import Operations

/// A subject whose operations can be given what family 12 of the rules is about: conditions, categories, observers, a
/// time.
///
/// Each protocol that refines this one is a capability, and can be claimed without the others. What they add to an
/// operation they add before that joins a queue, unless they say otherwise.
public protocol AdvancedOperationSubject<Queue>: ConformanceSubject {
    /// An operation whose work is `body`, of the kind that these protocols add something to. If the queue has operations
    /// of one kind only, they are what ``ConformanceSubject/makeOperation(_:)`` makes.
    ///
    /// `body` throws only where a rule needs ``FailureSubject``.
    func makeAdvancedOperation(
        _ body: @escaping @Sendable (Queue.Operation) throws -> Void
    ) -> Queue.Operation
}

/// A subject whose operations finish with errors (`QueueCapability.failures`).
public protocol FailureSubject<Queue>: AdvancedOperationSubject {
    /// What has gone wrong in the operation: what its work has thrown, what its conditions and its timeout have said, and
    /// what it was finished with.
    func errors(of operation: Queue.Operation) -> [any Error]

    /// Finishes the operation, whether or not its work has come to its end. May be called from any thread, at any time, and
    /// again.
    func finish(_ operation: Queue.Operation, with errors: [any Error])
}

/// A subject whose operations can have conditions (`QueueCapability.conditions`).
public protocol ConditionSubject<Queue>: AdvancedOperationSubject {
    /// A condition, which can be added to several operations.
    ///
    /// - Parameters:
    ///   - dependency: Makes an operation that has to finish before the condition is evaluated; nil for none. The queue asks
    ///     for one for each operation that the condition was added to.
    ///   - evaluate: Throws if the condition isn't met. Does not block.
    func makeCondition(
        dependency: (@Sendable () -> Queue.Operation)?, _ evaluate: @escaping @Sendable () throws -> Void
    ) -> AddableCondition<Queue.Operation>
}

/// A subject whose conditions can take their time (`QueueCapability.asyncConditions`).
public protocol AsyncConditionSubject<Queue>: ConditionSubject {
    /// A condition that is evaluated by an `async` closure.
    func makeAsyncCondition(
        _ evaluate: @escaping @Sendable () async throws -> Void
    ) -> AddableCondition<Queue.Operation>
}

/// A subject whose conditions can be negated (`QueueCapability.negatedConditions`).
public protocol NegatedConditionSubject<Queue>: ConditionSubject {
    /// The negation of a condition.
    ///
    /// - Parameter evaluate: Throws if the condition that is negated isn't met.
    func makeNegatedCondition(
        _ evaluate: @escaping @Sendable () throws -> Void
    ) -> AddableCondition<Queue.Operation>
}

/// A subject whose operations can share categories (`QueueCapability.exclusivity`).
public protocol ExclusivitySubject<Queue>: AdvancedOperationSubject {
    /// Has the operation run with no other of the same category, whatever queues they are in. An operation may have
    /// several.
    func addCategory(_ category: String, to operation: Queue.Operation)
}

/// A subject whose operations tell observers of what happens to them (`QueueCapability.operationObservers`).
public protocol OperationObserverSubject<Queue>: AdvancedOperationSubject {
    /// Has `handler` called with each event from now on. May be called at any time, from any thread.
    func addObserver(
        to operation: Queue.Operation,
        _ handler: @escaping @Sendable (ObservedEvent<Queue.Operation>) -> Void
    )
}

/// A subject whose operations can add others to their own queue (`QueueCapability.producing`).
public protocol ProducingSubject<Queue>: AdvancedOperationSubject {
    /// Adds `operation` to the queue of `producer`, which calls this from its work.
    func produce(_ operation: Queue.Operation, from producer: Queue.Operation)
}

/// A subject with operations that consist of others (`QueueCapability.groups`).
public protocol GroupSubject<Queue>: AdvancedOperationSubject {
    /// An operation that consists of others, which run when it does.
    func makeGroup(of operations: [Queue.Operation]) -> Queue.Operation

    /// Adds an operation to a group, before it starts or while it runs. May be called from any thread.
    ///
    /// - Returns: Whether the group has taken it: false if the group has come to its end.
    func add(_ operation: Queue.Operation, toGroup group: Queue.Operation) -> Bool
}

/// A subject whose groups can be suspended and have a limit (`QueueCapability.groupLimits`).
public protocol GroupLimitSubject<Queue>: GroupSubject {
    /// While suspended, nothing that the group consists of starts.
    func setSuspended(_ suspended: Bool, ofGroup group: Queue.Operation)

    /// Sets how many of what the group consists of execute at once: 0 for none.
    func setMaxConcurrentOperationCount(_ count: Int, ofGroup group: Queue.Operation)
}

/// A subject whose operations can be given a time (`QueueCapability.timeouts`).
public protocol TimeoutSubject<Queue>: FailureSubject {
    /// Has the operation cancelled if its work takes longer than `time` by `clock`, counted from its start.
    func addTimeout(_ time: Duration, by clock: ControlledClock, to operation: Queue.Operation)

    /// Whether this is what an operation fails with whose time is over.
    func isTimeout(_ error: any Error) -> Bool
}

/// A subject with operations that are attempted anew (`QueueCapability.retries`).
public protocol RetrySubject<Queue>: FailureSubject {
    /// An operation that makes attempts, one after the other, until one finishes without errors or all are made.
    ///
    /// - Parameters:
    ///   - attempts: How many are made at most: 1 or more.
    ///   - pause: How long it waits between two.
    ///   - clock: What measures that.
    ///   - makeAttempt: Returns the operation of an attempt; it gets the number of that, from 1.
    func makeRetry(
        attempts: Int, pause: Duration, by clock: ControlledClock,
        _ makeAttempt: @escaping @Sendable (Int) -> Queue.Operation
    ) -> Queue.Operation
}

/// A subject with operations that last for a time (`QueueCapability.delays`).
public protocol DelaySubject<Queue>: ConformanceSubject {
    /// An operation that does nothing, and finishes when `time` is over by `clock`, counted from its start.
    func makeDelay(_ time: Duration, by clock: ControlledClock) -> Queue.Operation
}

/// A subject with operations that take results of others as their input (`QueueCapability.pipelines`).
///
/// A stage that has no input finishes with an error that says so.
public protocol PipelineSubject<Queue>: FailureSubject {
    /// An operation whose result is what `body` returns. It has none if `body` throws.
    func makeFirstStage(_ body: @escaping @Sendable () throws -> Int) -> Queue.Operation

    /// An operation that depends on `stage`, which is one, too, and whose `body` gets the result of that. Several may follow
    /// the same one.
    func makeStage(
        after stage: Queue.Operation, _ body: @escaping @Sendable (Int) throws -> Int
    ) -> Queue.Operation
}

/// A subject whose queues have a delegate (`QueueCapability.queueDelegates`).
public protocol QueueDelegateSubject<Queue>: ConformanceSubject {
    /// Has `handler` called with each event, for as long as what this returns lives.
    func setDelegate(
        of queue: Queue, _ handler: @escaping @Sendable (DelegateEvent<Queue.Operation>) -> Void
    ) -> ObservationToken
}

/// A subject of this package, whose queues say whether they have a delegate, and can be without one again.
package protocol DelegateRemovalSubject<Queue>: QueueDelegateSubject {
    func hasDelegate(_ queue: Queue) -> Bool
    func removeDelegate(of queue: Queue)
}

/// A subject of a queue and its operations that can do all of family 12.
public typealias CompleteAdvancedSubject = AsyncConditionSubject & NegatedConditionSubject
    & ExclusivitySubject
    & OperationObserverSubject & ProducingSubject & GroupLimitSubject & TimeoutSubject & RetrySubject
    & DelaySubject & PipelineSubject & QueueDelegateSubject
