public import Dispatch
public import Operations
public import QueueConformance

/// The faulty queue as a subject of the suite: free of defects, or with one of them.
///
/// What a subject makes lies in one ``FixtureDomain``.
public struct FaultySubject: StartOverrideSubject, ReadinessOverrideSubject, AsyncResultSubject,
    BlockOperationSubject,
    CurrentQueueSubject, MainQueueSubject, UnderlyingQueueSubject, ObservationSubject,
    QualityOfServiceSubject,
    RoundingSubject, MisuseDetectionSubject, QueueWidthSubject, ExplorableSubject
{
    public let defect: Defect?
    let domain = FixtureDomain()

    public init(defect: Defect? = nil) { self.defect = defect }

    /// The queue without a defect, and then one a defect.
    public static let all: [FaultySubject] =
        [FaultySubject()] + Defect.all.map { FaultySubject(defect: $0) }

    /// One a race: for exploring, since a rule's check sees them by luck only.
    public static let races: [FaultySubject] = Defect.races.map { FaultySubject(defect: $0) }

    public let stopMessages = [stopMessagePrefix]

    public var name: String { defect.map { "faulty:\($0.rawValue)" } ?? "faulty" }

    public var summary: String {
        defect?.summary ?? "a small independent queue under one lock, to plant defects in"
    }

    public func fresh() -> FaultySubject { FaultySubject(defect: defect) }

    public func makeQueue() -> FaultyQueue { FaultyQueue(in: domain, defect: defect) }

    public func makeQueue(width: Int) -> FaultyQueue {
        let actual =
            switch defect {
            case .widthIsOneTooMany: width + 1
            case .widthIsOneTooFew: max(1, width - 1)
            default: width
            }
        let queue = makeQueue()
        queue.setMaxConcurrentOperationCount(actual)
        return queue
    }

    public func makeOperation(_ body: @escaping @Sendable (FaultyOperation) -> Void) -> FaultyOperation {
        makeOperation(.main(body))
    }

    public func makeStartOverride(
        _ start: @escaping @Sendable (FaultyOperation, StartOverrideControl) -> Void
    ) -> FaultyOperation {
        makeOperation(.overriddenStart(start))
    }

    public func makeAsyncOperation(
        _ body: @escaping @Sendable (FaultyOperation) async -> Void
    ) -> FaultyOperation {
        makeOperation(.asyncMain(body))
    }

    public func makeResultOperation(
        _ body: @escaping @Sendable () throws -> Int
    ) -> KeepingOperation<FaultyOperation, Result<Int, any Error>> {
        let operation = makeOperation(.result(body))
        return KeepingOperation(operation: operation) { operation.result }
    }

    public func makeThrowingAsyncOperation(
        _ body: @escaping @Sendable () async throws -> Void
    ) -> KeepingOperation<FaultyOperation, (any Error)?> {
        let operation = makeOperation(.asyncMain { _ in try await body() })
        return KeepingOperation(operation: operation) { operation.thrownError }
    }

    public func priority(rounding rawValue: Int) -> QueuePriority {
        FaultyOperation.priority(rounding: rawValue, defect: defect)
    }

    public func makeBlockOperation(_ block: @escaping @Sendable () -> Void) -> FaultyOperation {
        let operation = makeOperation(.blocks)
        operation.addExecutionBlock(block)
        return operation
    }

    public func addExecutionBlock(
        _ block: @escaping @Sendable () -> Void, to operation: FaultyOperation
    ) {
        operation.addExecutionBlock(block)
    }

    public func makeHeldOperation(
        whenAsked: (@Sendable (_ isReadyOtherwise: Bool) -> Void)?,
        _ body: @escaping @Sendable (FaultyOperation) -> Void
    ) -> HeldOperation<FaultyOperation> {
        let operation = makeOperation(.main(body))
        operation.holdBack(whenAsked: whenAsked)
        return HeldOperation(operation: operation) { operation.open() }
    }

    public func observe(
        _ operation: FaultyOperation, _ handler: @escaping @Sendable (PropertyChange) -> Void
    ) -> ObservationToken {
        operation.observe(handler)
    }

    public func setQualityOfService(_ quality: QualityOfService, of operation: FaultyOperation) {
        operation.setQualityOfService(quality)
    }

    public func currentQueue() -> FaultyQueue? { FaultyQueue.current(in: domain, defect) }

    public func mainQueue() -> FaultyQueue { FaultyQueue.main(in: domain, defect) }

    public func setUnderlyingQueue(_ dispatchQueue: DispatchQueue?, of queue: FaultyQueue) {
        queue.underlyingQueue = dispatchQueue
    }

    public func underlyingQueue(of queue: FaultyQueue) -> DispatchQueue? { queue.underlyingQueue }

    func makeOperation(_ work: FaultyOperation.Work) -> FaultyOperation {
        FaultyOperation(in: domain, defect: defect, work: work)
    }
}

extension Defect {
    static let widthIsOneTooMany = Defect(
        "widthIsOneTooMany", .concurrencyLimit, "a queue that is made with a width runs one operation more",
        caughtBy: "6.15")
    static let widthIsOneTooFew = Defect(
        "widthIsOneTooFew", .concurrencyLimit, "a queue that is made with a width runs one operation less",
        caughtBy: "6.15")
}
