/// A queue that can do all that this package's queues can: what ``BasicOperationQueue`` asks for, and every capability of a
/// queue.
///
/// Code that is to work with either of this package's queues takes `some OperationQueueProtocol`. A queue of somebody
/// else need not meet all of it: it meets ``BasicOperationQueue``, and the protocol of each capability that it has.
///
/// ## Order of calls
///
/// An actor can't act before a synchronous call returns; it takes the calls as events, in the order in
/// which each caller made them. What asks or waits comes after the events of the same caller: after
/// `queue.setSuspended(true)` and `await queue.isSuspended`, the queue is suspended, whatever its kind.
public protocol OperationQueueProtocol<Operation>: BatchingQueue, LimitedQueue, SuspendableQueue,
    CancelAllQueue,
    NamedQueue, EnumerableQueue, DiagnosingQueue, BarrierQueue, ProgressReportingQueue, QualityOfServiceQueue,
    ObservableQueue, BoundedWaitingQueue, CompletionBlockQueue, CancellingQueue, DependencyQueue,
    PrioritizingQueue,
    NestedWaitingQueue, AsyncWaitingQueue
{}
