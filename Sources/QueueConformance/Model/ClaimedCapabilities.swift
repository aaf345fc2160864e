package import Operations

/// What a queue can do beyond ``BasicOperationQueue``, for a check that needs it; each throws ``NotClaimed`` if the queue
/// can't.
extension BasicOperationQueue {
    private func claimed<Able>(_ able: Able.Type, _ capability: QueueCapability) throws(NotClaimed) -> Able {
        guard let able = self as? Able else { throw NotClaimed(capability: capability) }
        return able
    }

    package typealias Batching = any BatchingQueue<Operation>
    package typealias Limited = any LimitedQueue<Operation>
    package typealias Suspendable = any SuspendableQueue<Operation>
    package typealias CancelAll = any CancelAllQueue<Operation>
    package typealias Named = any NamedQueue<Operation>
    package typealias Enumerable = any EnumerableQueue<Operation>
    typealias Diagnosing = any DiagnosingQueue<Operation>
    package typealias Barrier = any BarrierQueue<Operation>
    package typealias Progressing = any ProgressReportingQueue<Operation>
    typealias Weighed = any QualityOfServiceQueue<Operation>
    package typealias Observable = any ObservableQueue<Operation>
    package typealias BoundedWaiting = any BoundedWaitingQueue<Operation>

    package var batching: Batching { get throws(NotClaimed) { try claimed(Batching.self, .batches) } }
    package var limited: Limited { get throws(NotClaimed) { try claimed(Limited.self, .concurrencyLimit) } }
    package var suspendable: Suspendable {
        get throws(NotClaimed) { try claimed(Suspendable.self, .suspension) }
    }
    package var cancellingAll: CancelAll {
        get throws(NotClaimed) { try claimed(CancelAll.self, .cancelAll) }
    }
    package var named: Named { get throws(NotClaimed) { try claimed(Named.self, .names) } }
    package var enumerable: Enumerable {
        get throws(NotClaimed) { try claimed(Enumerable.self, .enumeration) }
    }
    var diagnosing: Diagnosing { get throws(NotClaimed) { try claimed(Diagnosing.self, .diagnosis) } }
    package var barriers: Barrier { get throws(NotClaimed) { try claimed(Barrier.self, .barriers) } }
    package var progressing: Progressing {
        get throws(NotClaimed) { try claimed(Progressing.self, .progress) }
    }
    var weighed: Weighed { get throws(NotClaimed) { try claimed(Weighed.self, .qualityOfService) } }
    package var observable: Observable {
        get throws(NotClaimed) { try claimed(Observable.self, .observation) }
    }
    package var boundedWaiting: BoundedWaiting {
        get throws(NotClaimed) { try claimed(BoundedWaiting.self, .boundedWaiting) }
    }
}

extension BasicOperationQueue {
    /// Adds the operations by one call, or one by one if the queue has no such call.
    package func addTogether(_ operations: [Operation]) {
        if let batching = try? batching { return batching.addOperations(operations) }
        for operation in operations { addOperation(operation) }
    }
}

extension OperationProtocol {
    /// The operation for waits with a bound; throws ``NotClaimed`` if it has none.
    package var boundedWaiting: any BoundedWaitingOperation {
        get throws(NotClaimed) {
            guard let able = self as? any BoundedWaitingOperation else {
                throw NotClaimed(capability: .boundedWaiting)
            }
            return able
        }
    }
}

extension JudgedSubject {
    /// The subject as one that claims a capability; throws ``NotClaimed`` if it doesn't.
    func claimed<Able>(_ able: Able.Type, _ capability: QueueCapability) throws(NotClaimed) -> Able {
        guard let able = self as? Able else { throw NotClaimed(capability: capability) }
        return able
    }
}

/// What a subject makes beyond ``ConformanceSubject``, for a check that needs it; each throws ``NotClaimed`` if it doesn't.
extension ConformanceSubject {
    /// Throws ``NotClaimed`` if the subject claims none of these, and so a check has nothing to judge by.
    func mustClaimOne(of capabilities: QueueCapability...) throws(NotClaimed) {
        if !capabilities.contains(where: claims) { throw NotClaimed(capability: capabilities[0]) }
    }

    package func makeStartOverride(
        _ start: @escaping @Sendable (Queue.Operation, StartOverrideControl) -> Void
    ) throws(NotClaimed) -> Queue.Operation {
        try claimed((any StartOverrideSubject<Queue>).self, .startOverrides).makeStartOverride(start)
    }

    package func makeHeldOperation(
        whenAsked: (@Sendable (_ isReadyOtherwise: Bool) -> Void)?,
        _ body: @escaping @Sendable (Queue.Operation) -> Void
    ) throws(NotClaimed) -> HeldOperation<Queue.Operation> {
        try claimed((any ReadinessOverrideSubject<Queue>).self, .readinessOverrides)
            .makeHeldOperation(whenAsked: whenAsked, body)
    }

    /// The subject for operations with `async` bodies.
    var asyncBodies: any AsyncBodySubject<Queue> {
        get throws(NotClaimed) { try claimed((any AsyncBodySubject<Queue>).self, .asyncBodies) }
    }

    package func makeAsyncOperation(
        _ body: @escaping @Sendable (Queue.Operation) async -> Void
    ) throws(NotClaimed) -> Queue.Operation {
        try asyncBodies.makeAsyncOperation(body)
    }

    package func makeResultOperation(
        _ body: @escaping @Sendable () throws -> Int
    ) throws(NotClaimed) -> KeepingOperation<Queue.Operation, Result<Int, any Error>> {
        try claimed((any ResultSubject<Queue>).self, .results).makeResultOperation(body)
    }

    package func makeThrowingAsyncOperation(
        _ body: @escaping @Sendable () async throws -> Void
    ) throws(NotClaimed) -> KeepingOperation<Queue.Operation, (any Error)?> {
        try claimed((any AsyncResultSubject<Queue>).self, .asyncResults).makeThrowingAsyncOperation(body)
    }

    /// The subject for operations of several blocks.
    package var blocks: any BlockOperationSubject<Queue> {
        get throws(NotClaimed) { try claimed((any BlockOperationSubject<Queue>).self, .blocks) }
    }

    /// The subject for the question which queue runs the calling code.
    var currentQueueSubject: any CurrentQueueSubject<Queue> {
        get throws(NotClaimed) { try claimed((any CurrentQueueSubject<Queue>).self, .currentQueue) }
    }

    package func mainQueue() throws(NotClaimed) -> Queue {
        try claimed((any MainQueueSubject<Queue>).self, .mainQueue).mainQueue()
    }

    /// The subject for queues that are made with a width.
    var widths: any QueueWidthSubject<Queue> {
        get throws(NotClaimed) { try claimed((any QueueWidthSubject<Queue>).self, .fixedWidth) }
    }

    /// The subject for underlying dispatch queues.
    package var underlying: any UnderlyingQueueSubject<Queue> {
        get throws(NotClaimed) { try claimed((any UnderlyingQueueSubject<Queue>).self, .underlyingQueue) }
    }

    package func observe(
        _ operation: Queue.Operation, _ handler: @escaping @Sendable (PropertyChange) -> Void
    ) throws(NotClaimed) -> ObservationToken {
        try claimed((any ObservationSubject<Queue>).self, .observation).observe(operation, handler)
    }

    package func setQualityOfService(
        _ quality: QualityOfService, of operation: Queue.Operation
    ) throws(NotClaimed) {
        try claimed((any QualityOfServiceSubject<Queue>).self, .qualityOfService)
            .setQualityOfService(quality, of: operation)
    }

    func priority(rounding rawValue: Int) throws(NotClaimed) -> Queue.Operation.QueuePriority {
        try claimed((any RoundingSubject<Queue>).self, .rounding).priority(rounding: rawValue)
    }

    /// The subject for waits that block, if its queue has those.
    package var blockingWaits: (any BlockingWaitSubject<Queue>)? { self as? any BlockingWaitSubject<Queue> }

    /// Whether that object is released when an exploration doesn't see it.
    package var isReleasedOutside: Bool {
        (self as? any WrappedQueueSubject<Queue>)?.isReleasedOutside ?? false
    }

    /// The object whose identity and lifetime are the queue's.
    package func object(of queue: Queue) -> any AnyObject & Sendable {
        (self as? any WrappedQueueSubject<Queue>)?.object(of: queue) ?? queue
    }
}
