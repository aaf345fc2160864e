/// A queue of ours, as its operations see it. All calls come from any thread, and under no lock.
package protocol OperationOwner: AnyObject, Sendable {
    /// The operation may have become ready: look at it again.
    func operationMayStart(_ operation: Operation)

    /// The operation has come to its end elsewhere than on a worker's stack, where ``WorkerContext`` tells.
    func operationDidFinish(_ operation: Operation)

    /// The operation has another priority than before.
    func operationPriorityDidChange(_ operation: Operation)
}

/// Where an operation stands in its queue. Read and written by that queue only, under its lock or in its
/// actor.
package struct QueueMembership {
    package enum Place { case outside, waiting, listed, running }

    package var place = Place.outside
    /// The ready list that it stands in, while `listed`.
    package var level = 0
    /// The neighbours in the order of adding. The queue retains its members.
    package var previous: Unmanaged<Operation>?
    package var next: Unmanaged<Operation>?
    /// The neighbours in the ready list.
    package var previousReady: Unmanaged<Operation>?
    package var nextReady: Unmanaged<Operation>?

    init() {}
}
