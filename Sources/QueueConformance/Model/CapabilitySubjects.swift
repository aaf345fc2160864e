public import Dispatch
public import Operations

/// A subject whose queue always runs the same number of operations at a time (`QueueCapability.fixedWidth`), such as a serial
/// queue.
///
/// One with the width 1 is judged by order and by that no two operations overlap; nothing asks it for a second operation
/// at a time. One of another width is judged by that it runs so many at a time (6.15).
public protocol FixedWidthSubject<Queue>: ConformanceSubject {
    /// How many operations the queue runs at a time: 1 for a serial queue.
    var fixedWidth: Int { get }
}

/// A subject whose queues are made with any width, which can't be changed later (`QueueCapability.fixedWidth`), such as a pool of
/// threads.
public protocol QueueWidthSubject<Queue>: ConformanceSubject {
    /// A new queue, empty, that runs `width` operations at a time.
    func makeQueue(width: Int) -> Queue
}

/// A subject whose queue uses timers, or waits for input or output.
///
/// Whether nothing goes on any more is seen by the process's threads being asleep. Those of such a queue may sleep, and
/// be woken by time or by the outside.
public protocol ExternalEventSubject: JudgedSubject {
    /// The longest time for which all threads of the queue may be asleep though it is going to go on.
    ///
    /// A check that looks for quiescence, or a hang, looks for so long. A queue that may sleep for longer is judged
    /// wrongly; each look of a check costs this time.
    var settlingTime: Duration { get }
}

/// A subject whose queue stops the process when it is misused (`QueueCapability.misuseDetection`).
public protocol MisuseDetectionSubject<Queue>: ConformanceSubject {
    /// What the queue prints to standard error when it stops the process for misuse: a part of the message for each way in
    /// which it does. A process that ends in another way, or says nothing of these, has crashed.
    var stopMessages: [String] { get }
}

/// A subject whose queue's operations can replace `start` (`QueueCapability.startOverrides`).
public protocol StartOverrideSubject<Queue>: ConformanceSubject {
    /// An operation whose `start` is replaced by `start`, and which ends when it announces that it has.
    func makeStartOverride(
        _ start: @escaping @Sendable (Queue.Operation, StartOverrideControl) -> Void
    ) -> Queue.Operation
}

/// A subject whose queue's operations can override `isReady` (`QueueCapability.readinessOverrides`).
public protocol ReadinessOverrideSubject<Queue>: ConformanceSubject {
    /// An operation whose work is `body`, and which its `isReady`, as a subclass overrides it, holds back until it is
    /// opened: that is true once it was opened and the superclass's is.
    ///
    /// - Parameters:
    ///   - whenAsked: Called by the override each time that it is asked, before it answers, with the superclass's answer, which it
    ///     doesn't read again. May be called from any thread, and may block it.
    ///   - body: The work.
    func makeHeldOperation(
        whenAsked: (@Sendable (_ isReadyOtherwise: Bool) -> Void)?,
        _ body: @escaping @Sendable (Queue.Operation) -> Void
    ) -> HeldOperation<Queue.Operation>
}

/// A subject whose queue's operations can do `async` work (`QueueCapability.asyncBodies`).
public protocol AsyncBodySubject<Queue>: ConformanceSubject {
    /// An operation whose work is an `async` closure.
    func makeAsyncOperation(_ body: @escaping @Sendable (Queue.Operation) async -> Void) -> Queue.Operation
}

/// A subject whose queue's operations keep results (`QueueCapability.results`).
public protocol ResultSubject<Queue>: ConformanceSubject {
    /// An operation whose work returns a number or throws, and which can be asked for its result.
    func makeResultOperation(
        _ body: @escaping @Sendable () throws -> Int
    ) -> KeepingOperation<Queue.Operation, Result<Int, any Error>>
}

/// A subject whose queue's operations keep what their `async` work threw (`QueueCapability.asyncResults`).
public protocol AsyncResultSubject<Queue>: AsyncBodySubject, ResultSubject {
    /// An operation whose work is an `async` closure, and which can be asked for what that threw; nil if nothing.
    func makeThrowingAsyncOperation(
        _ body: @escaping @Sendable () async throws -> Void
    ) -> KeepingOperation<Queue.Operation, (any Error)?>
}

/// A subject with operations of several blocks (`QueueCapability.blocks`).
public protocol BlockOperationSubject<Queue>: ConformanceSubject {
    /// An operation that runs `block` and whatever blocks are added to it.
    func makeBlockOperation(_ block: @escaping @Sendable () -> Void) -> Queue.Operation

    /// Adds a block to an operation that ``makeBlockOperation(_:)`` has made.
    func addExecutionBlock(_ block: @escaping @Sendable () -> Void, to operation: Queue.Operation)
}

/// A subject whose queue's operations can tell which queue runs them (`QueueCapability.currentQueue`).
public protocol CurrentQueueSubject<Queue>: ConformanceSubject {
    /// The queue whose operation the calling code is part of; nil outside of any.
    func currentQueue() -> Queue?
}

/// A subject with a queue that runs on the main thread (`QueueCapability.mainQueue`).
public protocol MainQueueSubject<Queue>: ConformanceSubject {
    /// The queue of this kind that runs on the main thread.
    func mainQueue() -> Queue
}

/// A subject whose queues run on a dispatch queue, if they are given one (`QueueCapability.underlyingQueue`).
public protocol UnderlyingQueueSubject<Queue>: ConformanceSubject {
    /// Has the operations of `queue` run on a dispatch queue; nil for wherever it runs them by itself.
    func setUnderlyingQueue(_ dispatchQueue: DispatchQueue?, of queue: Queue)

    /// The dispatch queue that was set for the operations of `queue` to run on.
    func underlyingQueue(of queue: Queue) -> DispatchQueue?
}

/// A subject whose queue and operations tell observers of their changes (`QueueCapability.observation`).
public protocol ObservationSubject<Queue>: ConformanceSubject where Queue: ObservableQueue {
    /// Has `handler` called with each change that an observer of all the properties in ``PropertyChange`` is notified of, in
    /// the order of telling.
    func observe(
        _ operation: Queue.Operation, _ handler: @escaping @Sendable (PropertyChange) -> Void
    ) -> ObservationToken
}

/// A subject whose queue and operations are weighed by a quality of service (`QueueCapability.qualityOfService`).
public protocol QualityOfServiceSubject<Queue>: ConformanceSubject where Queue: QualityOfServiceQueue {
    /// Sets what the operation's work is for.
    func setQualityOfService(_ quality: QualityOfService, of operation: Queue.Operation)
}

/// A subject whose operations make a priority of any number (`QueueCapability.rounding`).
public protocol RoundingSubject<Queue>: ConformanceSubject {
    /// The priority that the queue's operations make of a number, whether or not it is a priority's raw value.
    func priority(rounding rawValue: Int) -> Queue.Operation.QueuePriority
}

/// A subject whose queues are wrappers, which are made anew where the same queue is asked for again, or go while what they wrap
/// lives on: a handle whose threads own its state. Rule 8.8 asks which object lives as long as there is work.
public protocol WrappedQueueSubject<Queue>: ConformanceSubject {
    /// What the wrapper wraps: the object whose identity and lifetime are the queue's.
    func object(of queue: Queue) -> any AnyObject & Sendable

    /// Whether the system releases the object later, on a thread of its own, so that an exploration can't say when. The default is
    /// false.
    var isReleasedOutside: Bool { get }
}

extension WrappedQueueSubject {
    public var isReleasedOutside: Bool { false }
}

/// A subject of this package, whose queue also keeps what this package documents of its queues and operations beyond the sentences of the
/// rules. Checks ask it for more than they ask others for.
package protocol DetailedSubject<Queue>: ConformanceSubject {}

extension ConformanceSubject {
    /// Whether checks ask for more than the sentences of the rules say.
    package var keepsDetails: Bool { self is any DetailedSubject }
}

/// A subject whose queue has waits that block the calling thread besides those of `BasicOperationQueue`. The checks that wait (4.8,
/// 8.3, 9.2, 9.3) make these, too.
public protocol BlockingWaitSubject<Queue>: ConformanceSubject {
    /// Blocks the calling thread until no operation is left in `queue`.
    func blockUntilAllOperationsAreFinished(in queue: Queue)

    /// Adds operations in their order, and blocks the calling thread until all of them have finished.
    func addOperationsAndBlock(_ operations: [Queue.Operation], to queue: Queue)

    /// Blocks the calling thread until `operation` has finished, or throws when the time is over.
    func block(for operation: Queue.Operation, timeout: Duration) throws(WaitEndedEarly)

    /// Blocks the calling thread until no operation is left in `queue`, or throws when the time is over.
    func block(for queue: Queue, timeout: Duration) throws(WaitEndedEarly)
}

/// A subject whose operations run on another kind of queue, too.
public protocol OtherQueueSubject<Queue>: ConformanceSubject {
    associatedtype OtherQueue: BasicOperationQueue where OtherQueue.Operation == Queue.Operation

    /// A new queue of another kind that runs the same operations. It claims dependencies if the subject's own does.
    func makeOtherKindOfQueue() -> OtherQueue
}

/// A subject whose schedules can be explored: its queue, and the operations of that, synchronise and start threads and
/// tasks through what the explorer sees.
///
/// That is `ConcurrencyPrimitives`, and the jobs of tasks and actors. Beside `libScheduleInterposition.so` it is also what the
/// system and Dispatch bring: locks, conditions, semaphores, queues, groups, threads. It asks for nothing more of the
/// queue, which has each explored rule whose capabilities it claims.
public protocol ExplorableSubject<Queue>: ConformanceSubject {
    /// A subject of the same kind, whose queues and operations share nothing with those made before.
    ///
    /// Asked for at the start of every schedule of an exploration, so that none sees what another has left behind.
    /// The default, the subject itself, is right where queues have no state in common.
    func fresh() -> Self

    /// Subjects of the same queue whose operations are made in other ways. A scenario is explored with each, as a program of its
    /// own. The default is the subject alone.
    var variants: [Self] { get }
}

extension ExplorableSubject {
    public func fresh() -> Self { self }

    public var variants: [Self] { [self] }
}

/// A subject of a queue that can do all that this package's queues can, except for an underlying dispatch queue.
public typealias CompleteSubject = StartOverrideSubject & ReadinessOverrideSubject & AsyncResultSubject
    & BlockOperationSubject & CurrentQueueSubject & MainQueueSubject & ObservationSubject
    & QualityOfServiceSubject
    & RoundingSubject & MisuseDetectionSubject & OtherQueueSubject & ExplorableSubject
