public import Dispatch
public import Operations

/// What a queue brings to be judged: ways to make queues, and operations of the queue's own kind.
///
/// Give each `make` function what the queue's users would write. Wrapping another queue's operation in a
/// block would test the wrong thing.
public protocol ConformanceSubject<Queue>: Sendable {
    /// The queue that is judged.
    associatedtype Queue: OperationQueueProtocol

    /// Another kind of queue that runs the same operations; ``Queue`` itself if there is none.
    associatedtype OtherQueue: OperationQueueProtocol = Queue where OtherQueue.Operation == Queue.Operation

    /// The name to call it by on the command line and in results.
    var name: String { get }

    /// One line for people.
    var summary: String { get }

    /// Whether the queue, and its operations, synchronise and start threads and tasks through `ConcurrencyPrimitives`
    /// alone, so that its schedules can be explored. False by default.
    var isExplorable: Bool { get }

    /// A subject of the same kind, whose queues and operations share nothing with those made before.
    ///
    /// Asked for at the start of every schedule of an exploration, so that none sees what another has left behind.
    /// The default, the subject itself, is right where queues have no state in common.
    func fresh() -> Self

    /// A new queue: empty, not suspended, with its default limit.
    func makeQueue() -> Queue

    /// A new queue of another kind that runs the same operations; nil, which is the default, if there is none.
    ///
    /// It claims dependencies if the subject's own queue does.
    func makeOtherKindOfQueue() -> OtherQueue?

    /// An operation whose work is `body`, done when `body` returns.
    func makeOperation(_ body: @escaping @Sendable (Queue.Operation) -> Void) -> Queue.Operation

    /// An operation whose `start` is replaced by `start`, and which ends when it announces that it has.
    ///
    /// Asked for only if the queue claims `QueueCapability.startOverrides`.
    func makeStartOverride(
        _ start: @escaping @Sendable (Queue.Operation, StartOverrideControl) -> Void
    ) -> Queue.Operation

    /// An operation whose work is an `async` closure.
    ///
    /// Asked for only if the queue claims `QueueCapability.asyncBodies`.
    func makeAsyncOperation(_ body: @escaping @Sendable (Queue.Operation) async -> Void) -> Queue.Operation

    /// An operation whose work returns a number or throws, and which can be asked for its result.
    ///
    /// Asked for only if the queue claims `QueueCapability.results`.
    func makeResultOperation(
        _ body: @escaping @Sendable () throws -> Int
    ) -> KeepingOperation<Queue.Operation, Result<Int, any Error>>

    /// An operation whose work is an `async` closure, and which can be asked for what that threw; nil if nothing.
    ///
    /// Asked for only if the queue claims `QueueCapability.results` and `QueueCapability.asyncBodies`.
    func makeThrowingAsyncOperation(
        _ body: @escaping @Sendable () async throws -> Void
    ) -> KeepingOperation<Queue.Operation, (any Error)?>

    /// The priority that the queue's operations make of a number, whether or not it is a priority's raw value.
    ///
    /// Asked for only if the queue claims `QueueCapability.rounding`.
    func priority(rounding rawValue: Int) -> Queue.Operation.QueuePriority

    /// An operation that runs `block` and whatever blocks are added to it; for this project's operations there is a
    /// default.
    func makeBlockOperation(_ block: @escaping @Sendable () -> Void) -> Queue.Operation

    /// Adds a block to an operation that ``makeBlockOperation(_:)`` has made; for this project's operations there is a
    /// default.
    func addExecutionBlock(_ block: @escaping @Sendable () -> Void, to operation: Queue.Operation)

    /// The queue whose operation the calling code is part of; nil outside of any.
    ///
    /// The default is nil: the queue's operations can't tell, which breaks rule 10.1.
    func currentQueue() -> Queue?

    /// The queue of this kind that runs on the main thread.
    ///
    /// Asked for only if the queue claims `QueueCapability.mainQueue`.
    func mainQueue() -> Queue

    /// Has the operations of `queue` run on a dispatch queue; nil for wherever it runs them by itself.
    ///
    /// Asked for, as is the following, only if the queue claims `QueueCapability.underlyingQueue`.
    func setUnderlyingQueue(_ dispatchQueue: DispatchQueue?, of queue: Queue)

    /// The dispatch queue that was set for the operations of `queue` to run on.
    func underlyingQueue(of queue: Queue) -> DispatchQueue?

    /// The object whose identity and lifetime are the queue's: the queue itself, which is the default, or for a wrapper
    /// what it wraps.
    func object(of queue: Queue) -> any AnyObject & Sendable

    /// An operation whose work is `body`, and which its `isReady`, as a subclass overrides it, holds back until it is
    /// opened: that is true once it was opened and the superclass's is.
    ///
    /// Asked for only if the queue claims `QueueCapability.startOverrides`: where one can be overridden, so can the other.
    func makeHeldOperation(
        _ body: @escaping @Sendable (Queue.Operation) -> Void
    ) -> HeldOperation<Queue.Operation>

    /// Has `handler` called with each change that an observer of all the properties in ``PropertyChange`` is told of, in
    /// the order of telling; for this project's operations there is a default.
    ///
    /// Asked for only if the queue claims `QueueCapability.observation`.
    func observe(
        _ operation: Queue.Operation, _ handler: @escaping @Sendable (PropertyChange) -> Void
    ) -> Observation

    /// Sets what the operation's work is for; for this project's operations there is a default.
    ///
    /// Asked for only if the queue claims `QueueCapability.qualityOfService`.
    func setQualityOfService(_ quality: QualityOfService, of operation: Queue.Operation)
}

extension ConformanceSubject {
    /// What the queue runs.
    public typealias Operation = Queue.Operation

    public var isExplorable: Bool { false }

    public func fresh() -> Self { self }

    public func currentQueue() -> Queue? { nil }

    public func object(of queue: Queue) -> any AnyObject & Sendable { queue }

    public func mainQueue() -> Queue {
        fatalError("\(name) doesn't claim \(QueueCapability.mainQueue.rawValue).")
    }

    public func setUnderlyingQueue(_ dispatchQueue: DispatchQueue?, of queue: Queue) {
        fatalError("\(name) doesn't claim \(QueueCapability.underlyingQueue.rawValue).")
    }

    public func underlyingQueue(of queue: Queue) -> DispatchQueue? {
        fatalError("\(name) doesn't claim \(QueueCapability.underlyingQueue.rawValue).")
    }

    public func makeStartOverride(
        _ start: @escaping @Sendable (Queue.Operation, StartOverrideControl) -> Void
    ) -> Queue.Operation {
        fatalError("\(name) doesn't claim \(QueueCapability.startOverrides.rawValue).")
    }

    public func makeAsyncOperation(
        _ body: @escaping @Sendable (Queue.Operation) async -> Void
    ) -> Queue.Operation {
        fatalError("\(name) doesn't claim \(QueueCapability.asyncBodies.rawValue).")
    }

    public func makeResultOperation(
        _ body: @escaping @Sendable () throws -> Int
    ) -> KeepingOperation<Queue.Operation, Result<Int, any Error>> {
        fatalError("\(name) doesn't claim \(QueueCapability.results.rawValue).")
    }

    public func makeThrowingAsyncOperation(
        _ body: @escaping @Sendable () async throws -> Void
    ) -> KeepingOperation<Queue.Operation, (any Error)?> {
        fatalError("\(name) doesn't claim \(QueueCapability.results.rawValue).")
    }

    public func priority(rounding rawValue: Int) -> Queue.Operation.QueuePriority {
        fatalError("\(name) doesn't claim \(QueueCapability.rounding.rawValue).")
    }

    public func makeHeldOperation(
        _ body: @escaping @Sendable (Queue.Operation) -> Void
    ) -> HeldOperation<Queue.Operation> {
        fatalError("\(name) doesn't claim \(QueueCapability.startOverrides.rawValue).")
    }

    public func observe(
        _ operation: Queue.Operation, _ handler: @escaping @Sendable (PropertyChange) -> Void
    ) -> Observation {
        fatalError("\(name) doesn't claim \(QueueCapability.observation.rawValue).")
    }

    public func setQualityOfService(_ quality: QualityOfService, of operation: Queue.Operation) {
        fatalError("\(name) doesn't claim \(QueueCapability.qualityOfService.rawValue).")
    }
}

extension ConformanceSubject where Queue.Operation == Operations.Operation {
    public func makeBlockOperation(_ block: @escaping @Sendable () -> Void) -> Queue.Operation {
        BlockOperation(block: block)
    }

    /// - Precondition: The operation is a `BlockOperation`.
    public func addExecutionBlock(_ block: @escaping @Sendable () -> Void, to operation: Queue.Operation) {
        guard let operation = operation as? BlockOperation else {
            fatalError("A block is added to what is no block operation, but \(type(of: operation)).")
        }
        operation.addExecutionBlock(block)
    }
}

extension ConformanceSubject where OtherQueue == Queue {
    public func makeOtherKindOfQueue() -> OtherQueue? { nil }
}

/// How an operation with a replaced `start` announces its states, as a subclass would.
public struct StartOverrideControl: Sendable {
    /// Makes `isExecuting` true, and announces it.
    public let announceExecuting: @Sendable () -> Void
    /// Makes `isExecuting` false and `isFinished` true, and announces both.
    public let announceFinished: @Sendable () -> Void

    /// How operations of the queue's kind announce a state. Both may be called from any thread.
    public init(
        announceExecuting: @escaping @Sendable () -> Void, announceFinished: @escaping @Sendable () -> Void
    ) {
        self.announceExecuting = announceExecuting
        self.announceFinished = announceFinished
    }
}
