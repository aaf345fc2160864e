internal import Dispatch
internal import Operations

/// Something that happens to a queue, besides that one operation is added: that is an ``InboxEntry`` of its own.
enum QueueEvent: Sendable {
    /// Operations that have joined the queue.
    case addedAll([Operation])
    /// A barrier that has joined the queue.
    case addedBarrier(Operation)
    /// An operation may have become ready.
    case mayStart(Operation)
    /// An operation has come to its end elsewhere than on a worker of the queue.
    case finished(Operation)
    case priorityChanged(Operation)
    /// The code of an operation is going to wait, or has done so: on the worker in this seat.
    case waitsInside(Bool, seat: UInt)
    /// Somebody is going to look at what the workers do.
    case look
    /// What that one has seen.
    case looked(AnnouncedLooks)
    case suspended(Bool)
    case limited(Int)
    case named(String?)
    /// A total was set, of which the queue is to count the part that is done.
    case planned(Int64)
    case cancelledAll
    case waiting(Waiter)
    /// Somebody doesn't wait any longer.
    case waitEnded(BoundedWait)
    /// Some wait with a bound, outside of the actor.
    case awaited(BoundedWaiters)
    /// Workers are to run on another dispatch queue from now on, if the queue is empty; nil for threads of their own.
    case moved(to: DispatchQueue?)
    /// Somebody observes from now on.
    case observed(QueueObservers, UInt64)
}
